//! A saved game: everything needed to play it again, as readable lines with a digest of every position.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Seat;
use super::file::write_whole;

/// One decision of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The seat that chose.
    pub seat: Seat,
    /// The action id.
    pub id: u16,
    /// The action's name.
    pub name: String,
    /// The digest of the position after it.
    pub digest: u64,
}

/// A saved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub version: u16,
    /// The full options.
    pub options: Map<String, Value>,
    /// The replaced content tables; usually none.
    pub content: Map<String, Value>,
    /// If tables were replaced: the digest of all tables, replaced and shipped.
    pub content_digest: Option<u64>,
    /// The seed of the episode.
    pub seed: u64,
    /// The snapshot it began from, if it did not begin from the setup.
    pub start: Option<Vec<u8>>,
    /// The digest of the first position.
    pub first: u64,
    /// The decisions.
    pub moves: Vec<Move>,
}

const FORMAT: &str = "expedition-record";
const FORMAT_VERSION: u32 = 1;
/// The longest text accepted; longer ones are refused unread. No game comes close.
pub const MAX_TEXT: usize = 64 << 20;
/// The longest header accepted; longer ones are refused unread, because a short text can expand into far more data.
pub const MAX_HEADER: usize = 2 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    format_version: u32,
    game: String,
    version: u16,
    options: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    content: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_digest: Option<String>,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    first: String,
    steps: usize,
}

impl Record {
    /// The record as text: a header line, one line per decision, a closing line with a checksum.
    pub fn to_text(&self) -> String {
        let header = Header {
            format: FORMAT.to_string(),
            format_version: FORMAT_VERSION,
            game: self.game.clone(),
            version: self.version,
            options: self.options.clone(),
            content: self.content.clone(),
            content_digest: self.content_digest.map(|digest| format!("{digest:016x}")),
            seed: self.seed,
            start: self.start.as_deref().map(hex),
            first: format!("{:016x}", self.first),
            steps: self.moves.len(),
        };
        let mut text = serde_json::to_string(&header).expect("a header is plain data");
        text.push('\n');
        for step in &self.moves {
            let line = (step.seat.0, step.id, step.name.as_str(), format!("{:016x}", step.digest));
            text.push_str(&serde_json::to_string(&line).expect("a line is plain data"));
            text.push('\n');
        }
        let sum = hash(text.as_bytes());
        text.push_str(&format!("{{\"end\":\"{sum:016x}\"}}\n"));
        text
    }

    /// Writes the record to a file atomically, so that a crash leaves the old file intact.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_whole(path, self.to_text().as_bytes())
    }

    /// Reads a file. If it is not a record, the error is `InvalidData` with a sentence that begins with the file's name.
    pub fn load(path: &Path) -> io::Result<Self> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes).map_err(|why| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", path.display())))
    }

    /// Reads a record from the bytes of its text.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Self::from_text(std::str::from_utf8(bytes).map_err(|_| "this is not an expedition record: it is not text")?)
    }

    /// Reads a record. Any problem with the text is reported as a sentence.
    pub fn from_text(text: &str) -> Result<Self, String> {
        if text.len() > MAX_TEXT {
            return Err(format!("this text is longer than any record: {} bytes", text.len()));
        }
        let foreign = |()| "this is not an expedition record: its first line is not a record header".to_string();
        let (first_line, _) = text.split_once('\n').ok_or(()).map_err(foreign)?;
        if first_line.len() > MAX_HEADER {
            return Err(format!("this is not an expedition record: its first line has {} bytes", first_line.len()));
        }
        let header: Header = serde_json::from_str(first_line).map_err(|_| ()).map_err(foreign)?;
        if header.format != FORMAT {
            return Err(format!("this is not an expedition record: its format is {:?}", header.format));
        }
        if header.format_version != FORMAT_VERSION {
            return Err(format!("this record has format version {}; this engine reads {FORMAT_VERSION}", header.format_version));
        }
        let damaged = |what: &str| format!("this record is damaged: {what}");
        let whole = text.strip_suffix('\n').ok_or_else(|| damaged("it ends inside a line"))?;
        let body_end = whole.rfind('\n').map(|i| i + 1).ok_or_else(|| damaged("it has no closing line"))?;
        let closing = &whole[body_end..];
        if closing != format!("{{\"end\":\"{:016x}\"}}", hash(&text.as_bytes()[..body_end])) {
            return Err(damaged("its checksum does not match"));
        }
        let lines = text[first_line.len() + 1..body_end].lines();
        let steps = lines.clone().count();
        if steps != header.steps {
            return Err(damaged(&format!("it has {steps} steps, its header says {}", header.steps)));
        }
        let moves = lines.enumerate().map(|(i, line)| Move::from_line(line).map_err(|e| damaged(&format!("step {i}: {e}"))));
        Ok(Self {
            game: header.game,
            version: header.version,
            options: header.options,
            content: header.content,
            content_digest: header
                .content_digest
                .map(|text| parse_digest(&text).ok_or_else(|| damaged("the digest of its content is not hexadecimal")))
                .transpose()?,
            seed: header.seed,
            start: header.start.map(|t| unhex(&t).ok_or_else(|| damaged("its first position is not hexadecimal"))).transpose()?,
            first: parse_digest(&header.first).ok_or_else(|| damaged("its first digest is not hexadecimal"))?,
            moves: moves.collect::<Result<_, _>>()?,
        })
    }
}

impl Move {
    fn from_line(line: &str) -> Result<Self, String> {
        let (seat, id, name, digest): (Seat, u16, String, String) = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let digest = parse_digest(&digest).ok_or("its digest is not hexadecimal")?;
        Ok(Self { seat, id, name, digest })
    }
}

/// The digest of a position: the same for equal states, on every platform.
pub fn digest<S: Serialize>(state: &S) -> u64 {
    hash(&postcard::to_allocvec(state).expect("states are plain data"))
}

/// FNV-1a, 64 bits.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3))
}

fn parse_digest(text: &str) -> Option<u64> {
    (text.len() == 16).then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || text.len() % 2 == 1 {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}
