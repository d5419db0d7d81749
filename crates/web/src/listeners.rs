//! The addresses at which the server listens, and the host names that it accepts.

use grundy::unstable::lang::text;
use grundy::{Error, ErrorKind};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs, UdpSocket};

/// The hosts that a request may name, as protection against DNS rebinding.
///
/// In DNS rebinding, a name that an attacker controls resolves to this machine.
pub struct Hosts {
    port: u16,
    names: Vec<String>,
    /// Whether any numeric address is accepted.
    ///
    /// This is safe, since numeric addresses are not resolved by DNS.
    any_numeric: bool,
}

impl Hosts {
    /// Returns whether a request may name this host; `host` includes the port.
    pub fn allows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let port = format!(":{}", self.port);
        let name = match host.strip_suffix(&port) {
            Some(name) => name,
            // Browsers omit the default port.
            None if self.port == 80 => &host,
            None => return false,
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let is_number = match bare {
            Some(bare) => bare.parse::<Ipv6Addr>().is_ok(),
            None => name.parse::<Ipv4Addr>().is_ok(),
        };
        self.names.iter().any(|known| known == name) || (self.any_numeric && is_number)
    }
}

/// The listening sockets of a server.
pub struct Listeners {
    pub listeners: Vec<TcpListener>,
    pub port: u16,
    pub hosts: Hosts,
    /// The host and port in the address that the user opens in a browser.
    pub url_host: String,
}

impl Listeners {
    /// Listens at the address or name `listen`, or at the loopback addresses if it is `None`.
    ///
    /// If `port` is `None`, the default port is used, or any free port if the default port is in use.
    pub fn bind(listen: Option<&str>, port: Option<u16>) -> Result<Listeners, Error> {
        let addresses = match listen {
            None => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
            Some(name) => addresses(name)?,
        };
        let base_port = port.unwrap_or(crate::options::PORT);
        let failed = |error: io::Error| {
            let place = host_port(listen.unwrap_or("127.0.0.1"), base_port);
            let message = text!("cannot listen on {place}: {error}", place, error);
            Error::new(ErrorKind::Io, message).help(text!("try another port; 0 selects any free port"))
        };
        let (listeners, port) = match (bind(&addresses, base_port), port) {
            (Err(error), None) if error.kind() == io::ErrorKind::AddrInUse => bind(&addresses, 0).map_err(failed)?,
            (bound, _) => bound.map_err(failed)?,
        };
        let any_numeric = addresses.iter().any(IpAddr::is_unspecified);
        let mut names: Vec<String> = addresses.iter().map(|address| bracketed(&address.to_string())).collect();
        match listen {
            Some(name) => names.push(bracketed(&name.to_ascii_lowercase())),
            None => names.push("localhost".to_string()),
        }
        if any_numeric {
            names.push("localhost".to_string());
        }
        let host = match listen {
            None => "127.0.0.1".to_string(),
            Some(_) if any_numeric => {
                outward_address().map_or_else(|| "127.0.0.1".to_string(), |address| address.to_string())
            }
            Some(name) => name.to_string(),
        };
        Ok(Listeners { listeners, port, hosts: Hosts { port, names, any_numeric }, url_host: host_port(&host, port) })
    }
}

/// Returns the numeric addresses of a name, sorted.
fn addresses(name: &str) -> Result<Vec<IpAddr>, Error> {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let found = (bare, 0).to_socket_addrs().map(|all| all.map(|address| address.ip()).collect::<Vec<_>>());
    match found {
        Ok(mut found) if !found.is_empty() => {
            found.sort();
            found.dedup();
            Ok(found)
        }
        _ => {
            let error = Error::new(ErrorKind::Io, text!("`{name}` is not an address of this machine", name));
            Err(error.help(text!("for example {example}", example = "0.0.0.0, 192.168.1.5")))
        }
    }
}

/// Binds the same port at all addresses. On machines without IPv6, IPv6 addresses are skipped.
fn bind(addresses: &[IpAddr], port: u16) -> io::Result<(Vec<TcpListener>, u16)> {
    let mut tries = 0;
    loop {
        match bind_once(addresses, port) {
            // A port that is free at the first address can be in use at the second; try another port.
            Err(error) if port == 0 && tries < 8 && error.kind() == io::ErrorKind::AddrInUse => tries += 1,
            bound => return bound,
        }
    }
}

fn bind_once(addresses: &[IpAddr], mut port: u16) -> io::Result<(Vec<TcpListener>, u16)> {
    let mut listeners: Vec<TcpListener> = vec![];
    for address in addresses {
        match TcpListener::bind(SocketAddr::new(*address, port)) {
            Ok(listener) => {
                port = listener.local_addr()?.port();
                listeners.push(listener);
            }
            Err(error) if error.kind() == io::ErrorKind::AddrInUse || listeners.is_empty() => return Err(error),
            Err(_) => {}
        }
    }
    listeners.iter().try_for_each(|listener| listener.set_nonblocking(true))?;
    Ok((listeners, port))
}

/// Returns the address at which other machines most likely reach this one.
///
/// Nothing is sent: the system only computes the route of a datagram socket.
fn outward_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // This address is reserved for documentation.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}

/// Formats a host for a URL, with brackets around an IPv6 address.
fn bracketed(host: &str) -> String {
    if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host.to_string() }
}

fn host_port(host: &str, port: u16) -> String {
    format!("{}:{port}", bracketed(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_known_hosts() {
        let listeners = Listeners::bind(None, Some(0)).unwrap();
        let port = listeners.port;
        for good in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
            assert!(listeners.hosts.allows(&format!("{good}:{port}")), "{good}");
        }
        for bad in ["evil.example", "127.0.0.1.evil.example", "192.168.1.5", "0.0.0.0", "::1", "", "localhost."] {
            assert!(!listeners.hosts.allows(&format!("{bad}:{port}")), "{bad}");
        }
        for bad in ["127.0.0.1", "localhost", "127.0.0.1:1", "localhost:80", "127.0.0.1:"] {
            assert!(!listeners.hosts.allows(bad), "{bad}");
        }
        assert_eq!(listeners.url_host, format!("127.0.0.1:{port}"));
    }

    #[test]
    fn unspecified_address_accepts_numeric_hosts() {
        let listeners = Listeners::bind(Some("0.0.0.0"), Some(0)).unwrap();
        let port = listeners.port;
        for good in ["127.0.0.1", "192.168.1.5", "[fe80::1]", "localhost"] {
            assert!(listeners.hosts.allows(&format!("{good}:{port}")), "{good}");
        }
        for bad in ["evil.example", "1.2.3.4.evil.example", "[evil]", "1.2.3", "[1.2.3.4]"] {
            assert!(!listeners.hosts.allows(&format!("{bad}:{port}")), "{bad}");
        }
        assert!(!listeners.url_host.starts_with("0.0.0.0"), "{}", listeners.url_host);
        assert!(Listeners::bind(Some("no such name"), Some(0)).is_err());
    }

    #[test]
    fn default_port_may_be_omitted() {
        let hosts = Hosts { port: 80, names: vec!["localhost".to_string()], any_numeric: true };
        assert!(hosts.allows("localhost") && hosts.allows("localhost:80") && hosts.allows("10.0.0.1"));
        assert!(!hosts.allows("localhost:81") && !hosts.allows("evil.example"));
    }

    #[test]
    fn port_in_use_is_reported() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = Listeners::bind(None, Some(port)).err().unwrap();
        assert_eq!(error.kind, ErrorKind::Io);
        assert!(error.message.to_string().contains(&port.to_string()), "{error}");
    }
}
