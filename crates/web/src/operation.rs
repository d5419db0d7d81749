//! The path of requests, and the operation of a request.

/// The path to which clients post requests.
pub const PATH: &str = "/api/v1/ask";

/// The operation of a request, such as `solve`; it is attached to the response for the log.
#[derive(Clone)]
pub struct Operation(pub String);
