//! The set-up of connections between the processes of a cluster.
//!
//! Each process listens, accepts calls from processes with larger indices, and calls processes with smaller indices. A
//! caller sends the checksum of its cluster, its own index, and the key of the called process. Callers that send
//! anything else are disconnected.

use crate::discovery::{self, PeerAddress};
use crate::process_id::ProcessId;
use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Error, ErrorKind, Result};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::time::Duration;

/// The first bytes of every call.
const MAGIC: &[u8; 8] = b"GRUNDYC1";
/// The length of a call in bytes: magic, checksum of the cluster, index of the caller, key.
const CALL_LEN: usize = 8 + 8 + 4 + 8;
/// The timeout for connecting, and for each message during a call.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);
/// The pause between two rounds of calls.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// The connections to the other processes by index, each with a name for messages.
/// The entry of this process is `None`.
pub type Sockets = Vec<Option<(TcpStream, String)>>;

/// Connects the processes of a cluster; `work` describes their common work.
///
/// # Errors
/// Fails with `io` if a port is in use or a process does not answer in time, and with `limit` on cancellation.
pub fn connect_all(process: &ProcessId, folder: &Path, work: &str, budget: &Budget) -> Result<Sockets> {
    let mut sockets: Sockets = (0..process.count).map(|_| None).collect();
    if process.count == 1 {
        return Ok(sockets);
    }
    let listener = open_listener(process)?;
    let own_address = match &process.hosts {
        // All processes know the list of hosts, so its checksum is used as the key.
        Some(hosts) => PeerAddress { host: String::new(), port: 0, key: sum(hosts.join(" ").as_bytes()) },
        None => {
            let listening = listener.local_addr();
            let port = listening.map_err(|error| listen_error(&process.name(process.index), &error))?.port();
            let own_address = PeerAddress::local(port);
            own_address.write(folder, process.index)?;
            own_address
        }
    };
    let cluster = sum(format!("{work} {}", process.count).as_bytes());
    let result = call_and_accept(process, folder, &listener, &own_address, cluster, &mut sockets, budget);
    if result.is_err() && process.hosts.is_none() {
        discovery::withdraw(folder, process.index, &own_address);
    }
    result?;
    for (stream, _) in sockets.iter().flatten() {
        // Small messages are sent without delay, and the system notices if the other machine disappears.
        let _ = stream.set_nodelay(true);
        keep_alive(stream);
    }
    Ok(sockets)
}

/// Calls other processes and accepts their calls until all are connected.
fn call_and_accept(
    process: &ProcessId,
    folder: &Path,
    listener: &TcpListener,
    own_address: &PeerAddress,
    cluster: u64,
    sockets: &mut Sockets,
    budget: &Budget,
) -> Result<()> {
    let end = Instant::now() + process.wait;
    loop {
        budget.check()?;
        for (index, socket) in sockets[..process.index].iter_mut().enumerate().filter(|(_, socket)| socket.is_none()) {
            *socket = call(process, folder, own_address, cluster, index);
        }
        while let Ok((stream, from)) = listener.accept() {
            // A process that calls again did not receive the answer in time, so the new connection replaces the old
            // one.
            if let Ok(index) = answer(&stream, process, own_address.key, cluster) {
                sockets[index] = Some((stream, format!("{index} ({})", from.ip().to_canonical())));
            }
        }
        let Some(missing) = (0..process.count).find(|&index| index != process.index && sockets[index].is_none()) else {
            return Ok(());
        };
        if Instant::now() >= end {
            let (name, seconds) = (process.name(missing), process.wait.as_secs());
            let message = text!("the process {name} did not answer within {seconds} s", name, seconds);
            return Err(Error::new(ErrorKind::Io, message)
                .help(text!("start all processes with the same position and the same folder")));
        }
        std::thread::sleep(RETRY_INTERVAL);
    }
}

impl ProcessId {
    /// Returns the name of a process for messages: its index, with its host if that is known.
    fn name(&self, index: usize) -> String {
        match self.hosts.as_ref().and_then(|hosts| hosts.get(index)) {
            Some(host) => format!("{index} ({host})"),
            None => index.to_string(),
        }
    }
}

fn listen_error(name: &str, error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, text!("the process {name} cannot listen: {error}", name, error))
}

/// Listens at the address which the other processes call.
fn open_listener(process: &ProcessId) -> Result<TcpListener> {
    let host = process.hosts.as_ref().map(|hosts| hosts[process.index].as_str());
    let host_and_port = host.and_then(|host| host.rsplit_once(':'));
    let port = host_and_port.and_then(|(_, port)| port.parse().ok()).unwrap_or(0);
    let is_local = process.is_local
        || host_and_port.is_some_and(|(host, _)| {
            host == "localhost" || host.trim_matches(['[', ']']).parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
        });
    // All interfaces are used, because the host name may resolve to an address that other machines cannot reach.
    let every_interface: [IpAddr; 2] = [Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()];
    let loopback: [IpAddr; 1] = [Ipv4Addr::LOCALHOST.into()];
    let listen = || -> io::Result<TcpListener> {
        let addresses = if is_local { &loopback[..] } else { &every_interface[..] };
        let mut bound = Err(io::ErrorKind::AddrNotAvailable.into());
        for &ip in addresses {
            bound = TcpListener::bind(SocketAddr::new(ip, port));
            // If IPv6 is not available, the IPv4 address is tried next.
            if !matches!(&bound, Err(error) if error.kind() != io::ErrorKind::AddrInUse) {
                break;
            }
        }
        let listener = bound?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    listen().map_err(|error| {
        if error.kind() == io::ErrorKind::AddrInUse {
            let message = text!("the port {port} is in use by another program", port);
            return Error::new(ErrorKind::Io, message).help(text!("choose another port in the list of hosts"));
        }
        listen_error(&process.name(process.index), &error)
    })
}

/// Calls a process; returns `None` if it cannot be reached now or rejects the call.
fn call(
    process: &ProcessId,
    folder: &Path,
    own_address: &PeerAddress,
    cluster: u64,
    index: usize,
) -> Option<(TcpStream, String)> {
    let (address, key) = match &process.hosts {
        Some(hosts) => (hosts[index].clone(), own_address.key),
        None => {
            let peer = PeerAddress::read(folder, index)?;
            (format!("{}:{}", peer.host, peer.port), peer.key)
        }
    };
    let connected =
        address.to_socket_addrs().ok()?.find_map(|to| TcpStream::connect_timeout(&to, CALL_TIMEOUT).ok())?;
    let mut words = MAGIC.to_vec();
    words.extend(cluster.to_le_bytes());
    words.extend((process.index as u32).to_le_bytes());
    words.extend(key.to_le_bytes());
    let mut stream = &connected;
    stream.write_all(&words).ok()?;
    let mut answer = [0; MAGIC.len()];
    connected.set_read_timeout(Some(CALL_TIMEOUT)).ok()?;
    stream.read_exact(&mut answer).ok()?;
    connected.set_read_timeout(None).ok()?;
    (&answer == MAGIC).then(|| (connected, format!("{index} ({address})")))
}

/// Answers a call and returns the index of the calling process, if it belongs to this cluster.
fn answer(stream: &TcpStream, process: &ProcessId, key: u64, cluster: u64) -> io::Result<usize> {
    let mut words = [0; CALL_LEN];
    let mut connection = stream;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(CALL_TIMEOUT))?;
    connection.read_exact(&mut words)?;
    stream.set_read_timeout(None)?;
    let number = |from: usize, length: usize| {
        words[from..from + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let index = number(16, 4) as usize;
    let is_right = words[..8] == MAGIC[..]
        && number(8, 8) == cluster
        && number(20, 8) == key
        && (process.index + 1..process.count).contains(&index);
    if !is_right {
        return Err(io::ErrorKind::InvalidData.into());
    }
    connection.write_all(MAGIC)?;
    Ok(index)
}

/// Makes the system probe idle connections, because a machine that lost power does not close them.
fn keep_alive(stream: &TcpStream) {
    #[cfg(unix)]
    {
        use rustix::net::sockopt;
        let _ = sockopt::set_socket_keepalive(stream, true);
        #[cfg(target_os = "linux")]
        {
            let _ = sockopt::set_tcp_keepidle(stream, Duration::from_secs(30));
            let _ = sockopt::set_tcp_keepintvl(stream, Duration::from_secs(10));
            let _ = sockopt::set_tcp_keepcnt(stream, 6);
        }
    }
    #[cfg(not(unix))]
    let _ = stream;
}

/// Returns the 64-bit FNV-1a checksum of bytes.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
