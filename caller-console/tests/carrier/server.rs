//! A server that has one paper.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use hall_wire::link::Client;

/// Starts a server that gives these bytes whatever it is asked for, and returns a client of it.
pub fn of(bytes: Vec<u8>) -> Client {
    let port = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = port.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        for stream in port.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut lines = BufReader::new(stream.try_clone().expect("a socket has two ends")).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                bytes.len()
            );
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&bytes));
        }
    });
    Client::new(&format!("http://{address}"))
}

/// So many bytes, no piece of which is like another.
pub fn paper(len: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_u32;
    let mut bytes = b"%PDF-1.7\n".to_vec();
    bytes.resize_with(len, || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    });
    bytes
}
