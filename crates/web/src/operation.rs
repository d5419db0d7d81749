//! The path of requests, and the operation of a request for the log.

/// The path that answers requests.
pub const PATH: &str = "/api/v1/ask";

/// The operation of a request, kept with its response for the log.
#[derive(Clone)]
pub struct Operation(pub String);
