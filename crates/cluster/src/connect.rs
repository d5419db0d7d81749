//! Connections between the processes of a cluster.
//!
//! Each process listens, is called by those of greater numbers, and calls those of smaller ones. Who calls says which cluster it is of, its
//! number, and the key of who it calls; who is not expected is hung up on.

use crate::discovery::{self, PeerAddress};
use crate::place::ProcessId;
use grundy_lang::text;
use grundy_rules::clock::Instant;
use grundy_rules::{Budget, Error, ErrorKind, Result};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::time::Duration;

/// What every call begins with.
const MAGIC: &[u8; 8] = b"GRUNDYC1";
/// Bytes of a call: the above, the cluster, the number of who calls, the key.
const CALL: usize = 8 + 8 + 4 + 8;
/// How long a word is waited for from who has called.
const WORD: Duration = Duration::from_secs(5);
/// How long nothing happens before it is looked again.
const PAUSE: Duration = Duration::from_millis(20);

/// Connections to all other processes, by their numbers, with what each is called; that of this process has none.
pub type Sockets = Vec<Option<(TcpStream, String)>>;

/// Connects the processes of a cluster.
///
/// # Errors
/// `io` if a port is in use, or a process does not answer in time; `limit` when interrupted.
pub fn connected(place: &ProcessId, folder: &Path, what: &str, budget: &Budget) -> Result<Sockets> {
    let mut sockets: Sockets = (0..place.count).map(|_| None).collect();
    if place.count == 1 {
        return Ok(sockets);
    }
    let listener = listening(place)?;
    let own = match &place.hosts {
        // Everybody has the list: it is the key.
        Some(hosts) => PeerAddress { host: String::new(), port: 0, key: sum(hosts.join(" ").as_bytes()) },
        None => {
            let port = listener.local_addr().map_err(|error| failed(&place.name(place.index), &error))?.port();
            let own = PeerAddress::here(port);
            own.write(folder, place.index)?;
            own
        }
    };
    let cluster = sum(format!("{what} {}", place.count).as_bytes());
    let met = meet(place, folder, &listener, &own, cluster, &mut sockets, budget);
    if met.is_err() && place.hosts.is_none() {
        discovery::withdraw(folder, place.index, &own);
    }
    met?;
    for (stream, _) in sockets.iter().flatten() {
        // Small messages go at once; a machine that is gone is missed.
        let _ = stream.set_nodelay(true);
        keep_alive(stream);
    }
    Ok(sockets)
}

/// Calls and is called until all are there.
fn meet(
    place: &ProcessId,
    folder: &Path,
    listener: &TcpListener,
    own: &PeerAddress,
    cluster: u64,
    sockets: &mut Sockets,
    budget: &Budget,
) -> Result<()> {
    let end = Instant::now() + place.wait;
    loop {
        budget.check()?;
        for (index, socket) in sockets[..place.index].iter_mut().enumerate().filter(|(_, socket)| socket.is_none()) {
            *socket = call(place, folder, own, cluster, index);
        }
        while let Ok((stream, from)) = listener.accept() {
            // Who calls again did not hear the answer in time.
            if let Ok(index) = answer(&stream, place, own.key, cluster) {
                sockets[index] = Some((stream, format!("{index} ({})", from.ip().to_canonical())));
            }
        }
        let Some(missing) = (0..place.count).find(|&index| index != place.index && sockets[index].is_none()) else {
            return Ok(());
        };
        if Instant::now() >= end {
            let (name, seconds) = (place.name(missing), place.wait.as_secs());
            let message = text!("the process {name} did not answer within {seconds} s", name, seconds);
            return Err(Error::new(ErrorKind::Io, message)
                .help(text!("all processes are started with the same position and the same folder")));
        }
        std::thread::sleep(PAUSE);
    }
}

impl ProcessId {
    /// What a process is called.
    fn name(&self, index: usize) -> String {
        match self.hosts.as_ref().and_then(|hosts| hosts.get(index)) {
            Some(host) => format!("{index} ({host})"),
            None => index.to_string(),
        }
    }
}

fn failed(name: &str, error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, text!("the process {name} cannot listen: {error}", name, error))
}

/// Listens where the others call.
fn listening(place: &ProcessId) -> Result<TcpListener> {
    let host = place.hosts.as_ref().map(|hosts| hosts[place.index].as_str());
    let named = host.and_then(|host| host.rsplit_once(':'));
    let port = named.and_then(|(_, port)| port.parse().ok()).unwrap_or(0);
    let is_local = place.is_local
        || named.is_some_and(|(host, _)| {
            host == "localhost" || host.trim_matches(['[', ']']).parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
        });
    // The name of a machine may lead to an address that others do not reach it by.
    let all: [IpAddr; 2] = [Ipv6Addr::UNSPECIFIED.into(), Ipv4Addr::UNSPECIFIED.into()];
    let here: [IpAddr; 1] = [Ipv4Addr::LOCALHOST.into()];
    let listen = || -> io::Result<TcpListener> {
        let addresses = if is_local { &here[..] } else { &all[..] };
        let mut bound = Err(io::ErrorKind::AddrNotAvailable.into());
        for &ip in addresses {
            bound = TcpListener::bind(SocketAddr::new(ip, port));
            // Where there is no IPv6, the other one will do.
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
            return Error::new(ErrorKind::Io, message).help(text!("choose another one in the list of hosts"));
        }
        failed(&place.name(place.index), &error)
    })
}

/// Calls a process, if it can be reached now.
fn call(
    place: &ProcessId,
    folder: &Path,
    own: &PeerAddress,
    cluster: u64,
    index: usize,
) -> Option<(TcpStream, String)> {
    let (address, key) = match &place.hosts {
        Some(hosts) => (hosts[index].clone(), own.key),
        None => {
            let there = PeerAddress::read(folder, index)?;
            (format!("{}:{}", there.host, there.port), there.key)
        }
    };
    let called = address.to_socket_addrs().ok()?.find_map(|to| TcpStream::connect_timeout(&to, WORD).ok())?;
    let mut words = MAGIC.to_vec();
    words.extend(cluster.to_le_bytes());
    words.extend((place.index as u32).to_le_bytes());
    words.extend(key.to_le_bytes());
    let mut told = &called;
    told.write_all(&words).ok()?;
    let mut answer = [0; MAGIC.len()];
    called.set_read_timeout(Some(WORD)).ok()?;
    told.read_exact(&mut answer).ok()?;
    called.set_read_timeout(None).ok()?;
    (&answer == MAGIC).then(|| (called, format!("{index} ({address})")))
}

/// Which process has called, if it is one of this cluster.
fn answer(stream: &TcpStream, place: &ProcessId, key: u64, cluster: u64) -> io::Result<usize> {
    let mut words = [0; CALL];
    let mut both = stream;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(WORD))?;
    both.read_exact(&mut words)?;
    stream.set_read_timeout(None)?;
    let number = |from: usize, length: usize| {
        words[from..from + length].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let index = number(16, 4) as usize;
    let is_right = words[..8] == MAGIC[..]
        && number(8, 8) == cluster
        && number(20, 8) == key
        && (place.index + 1..place.count).contains(&index);
    if !is_right {
        return Err(io::ErrorKind::InvalidData.into());
    }
    both.write_all(MAGIC)?;
    Ok(index)
}

/// Has the system ask now and then whether the other machine is there: one that lost its power says nothing.
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

/// A checksum: FNV-1a, 64 bits.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
