//! Where a database is: a URL, which may hold a password. It is shown without it, and no error repeats what was written.
//!
//! Beside the parameters that `tokio-postgres` knows, `sslmode` and `sslrootcert` are read here. Encryption always checks the
//! certificate. Without `sslmode` it is used everywhere but on this machine.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// After so long a server that does not answer counts as gone.
const SILENCE: Duration = Duration::from_secs(10);

/// Where a database is, and as whom it is used.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub(super) config: Config,
    /// A file with the certificates that are believed; none: those of the system.
    pub(super) roots: Option<PathBuf>,
}

/// What is wrong with an address. It repeats nothing of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// It is no URL of a database.
    #[error("it does not begin with postgres:// or postgresql://, like {LIKE}")]
    Scheme,
    /// A sign of a password or a name is taken for the end of it.
    #[error(
        "there is more than one @ in it, or one in the wrong place: in names and passwords write %40 for @, %2F for /, %3A for :, like {LIKE}"
    )]
    Sign,
    /// It names no server.
    #[error("it names no server, like {LIKE}")]
    Host,
    /// It names no role.
    #[error("it names no role, like {LIKE}")]
    Role,
    /// It names no database.
    #[error("it names no database, like {LIKE}")]
    Database,
    /// The way of encryption is none of those there are.
    #[error("sslmode is disable, require or verify-full; both of the latter check the certificate")]
    Encryption,
    /// Something else cannot be read.
    #[error("it cannot be read ({0}); it should be like {LIKE}")]
    Unreadable(String),
}

const LIKE: &str = "postgres://role:password@host:5432/database";

impl Address {
    /// Whether a text looks like the URL of a database, rather than the name of a folder.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        if !Address::is_meant(text) {
            return Err(AddressError::Scheme);
        }
        let (_, rest) = text.split_once("://").ok_or(AddressError::Scheme)?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if rest.matches('@').count() > authority.matches('@').count() || authority.matches('@').count() > 1 {
            return Err(AddressError::Sign);
        }
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut mode, mut roots, mut others) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", "disable")) => mode = Some(SslMode::Disable),
                Some(("sslmode", "require" | "verify-full")) => mode = Some(SslMode::Require),
                Some(("sslmode", _)) => return Err(AddressError::Encryption),
                Some(("sslrootcert", file)) => roots = Some(PathBuf::from(decoded(file))),
                _ => others.push(pair),
            }
        }
        let plain = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
        // What the parser says names parameters, never their values.
        let mut config: Config = plain.parse().map_err(|error: tokio_postgres::Error| {
            let why =
                std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            AddressError::Unreadable(why)
        })?;
        if config.get_hosts().is_empty() {
            return Err(AddressError::Host);
        }
        if config.get_user().is_none_or(str::is_empty) {
            return Err(AddressError::Role);
        }
        if config.get_dbname().is_none_or(str::is_empty) {
            return Err(AddressError::Database);
        }
        let here = config.get_hosts().iter().all(is_here);
        config.ssl_mode(mode.unwrap_or(if here { SslMode::Disable } else { SslMode::Require }));
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config.tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        if config.get_application_name().is_none() {
            config.application_name("sifang");
        }
        Ok(Address { config, roots })
    }
}

/// Whether a server is on this machine, where nobody listens on the way.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1" | "[::1]"),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// A value of a URL without its percent signs.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Server, port and database: what a log may have.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ports = self.config.get_ports();
        for (i, host) in self.config.get_hosts().iter().enumerate() {
            let port = ports.get(i).or(ports.first()).copied().unwrap_or(5432);
            let comma = if i == 0 { "" } else { "," };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}:{port}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}:{port}", path.display())?,
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> AddressError {
        let error = text.parse::<Address>().unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        error
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        let address: Address = "postgres://mei:secret@db.example:6000/sifang".parse().unwrap();
        assert_eq!(address.to_string(), "db.example:6000/sifang");
        assert!(!format!("{address:?} {address:#?}").contains("secret"));
        let address: Address = "postgresql://mei@%2Frun%2Fpg/sifang?connect_timeout=3".parse().unwrap();
        assert_eq!(address.to_string(), "/run/pg:5432/sifang");
    }

    #[test]
    fn what_is_wrong_is_named_and_not_repeated() {
        use AddressError::*;
        for (text, why) in [
            ("mysql://mei:secret@host/sifang", Scheme),
            ("", Scheme),
            ("postgres://mei:secret@secret@host/sifang", Sign),
            ("postgres://mei:secret/secret@host/sifang", Sign),
            ("postgres://mei:secret#secret@host/sifang", Sign),
            ("postgres://mei:secret@/sifang", Host),
            ("postgres:///sifang", Host),
            ("postgres://host/sifang", Role),
            ("postgres://mei:secret@host", Database),
            ("postgres://mei:secret@host/", Database),
            ("postgres://mei:secret@host/sifang?sslmode=secret", Encryption),
        ] {
            assert_eq!(refused(text), why, "{text}");
        }
        for text in ["postgres://mei@host:secret/sifang", "postgres://mei@host/sifang?secret_option=secret"] {
            // An unknown option is named; its value is not.
            let error = text.parse::<Address>().unwrap_err();
            assert!(matches!(error, Unreadable(_)) && !error.to_string().contains("=secret"), "{error}");
        }
    }

    #[test]
    fn only_this_machine_is_spoken_to_in_the_open_unless_it_is_said() {
        let mode = |text: &str| text.parse::<Address>().unwrap().config.get_ssl_mode();
        for (text, expected) in [
            ("postgres://mei@127.0.0.1/sifang", SslMode::Disable),
            ("postgres://mei@localhost/sifang", SslMode::Disable),
            ("postgres://mei@%2Frun/sifang", SslMode::Disable),
            ("postgres://mei@db/sifang", SslMode::Require),
            ("postgres://mei@localhost,db/sifang", SslMode::Require),
            ("postgres://mei@db/sifang?sslmode=disable", SslMode::Disable),
            ("postgres://mei@localhost/sifang?sslmode=verify-full", SslMode::Require),
        ] {
            assert_eq!(mode(text), expected, "{text}");
        }
        let address: Address = "postgres://mei@db/sifang?sslrootcert=%2Fetc%2Fca.pem".parse().unwrap();
        assert_eq!(address.roots, Some("/etc/ca.pem".into()));
    }
}
