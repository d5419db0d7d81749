//! Bodies of replies: complete, or sent line by line.

use crate::responses;
use crate::scheduler::{Job, JobEvent};
use grundy::unstable::lang::Language;
use hyper::body::{Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// The body of a reply.
pub enum Body {
    Whole(Bytes),
    Lines(LineStream),
}

impl hyper::body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Body::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Body::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Body::Lines(lines) => lines.poll_line(context).map(|line| line.map(|line| Ok(Frame::data(line.into())))),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Body::Lines(_) => SizeHint::default(),
        }
    }
}

/// A reply that is sent line by line.
pub struct LineStream {
    /// The job, or `None` after its last line.
    pub job: Option<Job>,
    /// A line to send before the lines of the job.
    pub first: Option<String>,
    /// The language of an error message.
    pub language: Language,
    /// Whether the client requested a table as bytes.
    ///
    /// A table is sent without a final newline, an error with one.
    pub bytes: bool,
}

impl LineStream {
    /// Returns the next line, or `None` after the last one.
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
        if let Some(line) = self.first.take() {
            return Poll::Ready(Some(line.into_bytes()));
        }
        let Some(job) = &mut self.job else { return Poll::Ready(None) };
        let last = match ready!(job.poll(context)) {
            JobEvent::Progress(line) => return Poll::Ready(Some(line.into_bytes())),
            JobEvent::Reply(reply) if self.bytes && reply.first() != Some(&b'{') => reply,
            JobEvent::Reply(reply) => [&reply[..], b"\n"].concat(),
            JobEvent::Broken => (responses::panic_reply(self.language) + "\n").into_bytes(),
        };
        self.job = None;
        Poll::Ready(Some(last))
    }
}
