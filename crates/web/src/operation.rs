//! The path of requests, and the operation of a request.

/// The path to which clients post requests.
pub const PATH: &str = "/api/v1/ask";

/// The operation of a request, attached to its response for the log.
#[derive(Clone)]
pub struct Operation(pub String);
