//! Many episodes at once.
