//! Files are written completely or not at all.

use std::path::Path;
use std::{fs, io, process};

/// Writes a file atomically: to a temporary file next to the target, then moved into place. A crash leaves the old file or the new one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.to_path_buf().into_os_string();
    beside.push(format!(".{}.part", process::id()));
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).inspect_err(|_| drop(fs::remove_file(&beside)))
}
