//! The settings of a server. Each can be a flag, an environment variable or a line of a file; a flag wins over the
//! environment, the environment over the file, the file over what stands here.

use crate::proxy::Subnet;
pub(crate) use crate::site::Site;
use serde::Deserialize;
use sifang_proto::limits;
use sifang_store::Address;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Settings as somebody gave them: what is missing is taken from elsewhere. The names are those of the file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Address or name, and port to listen on.
    pub listen: Option<ListenAt>,
    /// Where counters are served.
    pub metrics: Option<MetricsAt>,
    /// Folder of the data.
    pub data: Option<PathBuf>,
    /// The PostgreSQL database that keeps everything but reports of the lab.
    pub database: Option<DatabaseUrl>,
    /// Other web pages that may open a socket, such as `https://example.org`.
    pub origins: Option<Vec<String>>,
    /// Whether a proxy in front names the address of the client.
    pub behind_proxy: Option<bool>,
    /// The proxies whose word is believed.
    pub trusted_proxies: Option<Vec<Subnet>>,
    /// Most rooms at once.
    pub rooms: Option<usize>,
    /// Most rooms that were opened from one address.
    pub rooms_per_address: Option<usize>,
    /// Most sockets from one address.
    pub sockets_per_address: Option<usize>,
    /// New players from one address in a minute.
    pub players_per_minute: Option<u32>,
    /// HTTP requests from one address in a second.
    pub requests_per_second: Option<u32>,
    /// Messages of one connection in a second.
    pub messages_per_second: Option<u32>,
    /// Threads on which bots think.
    pub bot_threads: Option<usize>,
    /// Days for which a match is kept; 0: for ever.
    pub keep_days: Option<u32>,
    /// Most matches that are kept; 0: all.
    pub keep_matches: Option<u64>,
    /// Most megabytes of the database before the oldest matches go; 0: however many.
    pub keep_megabytes: Option<u64>,
    /// Days after which a device that did not come back is signed out.
    pub token_days: Option<u32>,
    /// Where people find the server, such as `https://example.org`: passkeys belong to that name.
    pub public_url: Option<String>,
}

impl Given {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Given, ConfigError> {
        let named = |why: String| ConfigError(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
        Given::parse(&text).map_err(|ConfigError(why)| named(why))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Given, ConfigError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let whole = error.to_string();
            // The line that is wrong is shown, unless a password may be in it.
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            ConfigError(match line {
                Some(line) if whole.contains("postgres") => format!("line {line}: {}", error.message()),
                _ => whole,
            })
        })
    }

    /// These settings, and the others where these are silent.
    #[must_use]
    pub fn or(self, others: Given) -> Given {
        Given {
            listen: self.listen.or(others.listen),
            metrics: self.metrics.or(others.metrics),
            data: self.data.or(others.data),
            database: self.database.or(others.database),
            origins: self.origins.or(others.origins),
            behind_proxy: self.behind_proxy.or(others.behind_proxy),
            trusted_proxies: self.trusted_proxies.or(others.trusted_proxies),
            rooms: self.rooms.or(others.rooms),
            rooms_per_address: self.rooms_per_address.or(others.rooms_per_address),
            sockets_per_address: self.sockets_per_address.or(others.sockets_per_address),
            players_per_minute: self.players_per_minute.or(others.players_per_minute),
            requests_per_second: self.requests_per_second.or(others.requests_per_second),
            messages_per_second: self.messages_per_second.or(others.messages_per_second),
            bot_threads: self.bot_threads.or(others.bot_threads),
            keep_days: self.keep_days.or(others.keep_days),
            keep_matches: self.keep_matches.or(others.keep_matches),
            keep_megabytes: self.keep_megabytes.or(others.keep_megabytes),
            token_days: self.token_days.or(others.token_days),
            public_url: self.public_url.or(others.public_url),
        }
    }
}

/// The URL of a database as somebody wrote it. It may hold a password, so it is never shown.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct DatabaseUrl(String);

impl From<String> for DatabaseUrl {
    fn from(text: String) -> DatabaseUrl {
        DatabaseUrl(text)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(..)")
    }
}

impl DatabaseUrl {
    /// Reads it; an empty one is none.
    pub fn read(&self) -> Result<Option<Address>, ConfigError> {
        if self.0.is_empty() {
            return Ok(None);
        }
        self.0.parse().map(Some).map_err(|why| ConfigError(format!("database: {why}")))
    }
}

/// An address and a port, or a name and a port: `127.0.0.1:8710`, `[::1]:8710`, `localhost:8710`. A name is looked up once, when
/// it is read; of several addresses, an IPv4 one is taken, because that is what most people type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct ListenAt(pub SocketAddr);

impl FromStr for ListenAt {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<ListenAt, ConfigError> {
        resolve(text).map(ListenAt).map_err(|why| ConfigError(format!("'{text}' {why}")))
    }
}

impl TryFrom<String> for ListenAt {
    type Error = ConfigError;

    fn try_from(text: String) -> Result<ListenAt, ConfigError> {
        text.parse().map_err(|ConfigError(why)| ConfigError(format!("listen: {why}")))
    }
}

/// The address that a text means, or what is wrong with it.
fn resolve(text: &str) -> Result<SocketAddr, String> {
    let like = "like 127.0.0.1:8710 or localhost:8710";
    let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    if port.is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
        return Err(format!("has no address with a port; write it {like}"));
    }
    let found: Vec<SocketAddr> = match text.to_socket_addrs() {
        Ok(found) => found.collect(),
        Err(error) => return Err(format!("cannot be found ({error}); write it {like}")),
    };
    let first = found.iter().find(|address| address.is_ipv4()).or(found.first());
    first.copied().ok_or_else(|| format!("has no address; write it {like}"))
}

/// Where counters are served. They move with every message at every table, so whoever reads them can see who could claim a tile:
/// they have an address of their own, which strangers should not reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum MetricsAt {
    /// Nowhere.
    Off,
    /// At this address.
    Address(SocketAddr),
}

impl MetricsAt {
    /// Where they are unless something else is said.
    pub const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8711);
}

impl FromStr for MetricsAt {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<MetricsAt, ConfigError> {
        let wrong = |_| ConfigError(format!("metrics: '{text}' is neither 'off' nor like 127.0.0.1:8711"));
        if text == "off" { Ok(MetricsAt::Off) } else { resolve(text).map(MetricsAt::Address).map_err(wrong) }
    }
}

impl TryFrom<String> for MetricsAt {
    type Error = ConfigError;

    fn try_from(text: String) -> Result<MetricsAt, ConfigError> {
        text.parse()
    }
}

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// Where counters are served; none: at the usual address, if nobody has it.
    pub metrics: Option<MetricsAt>,
    /// Folder of the data.
    pub data: PathBuf,
    /// The database that keeps everything but reports of the lab; none: a file in the folder.
    pub database: Option<Address>,
    /// Other web pages that may open a socket.
    pub origins: Vec<String>,
    /// Whether a proxy in front names the address of the client.
    pub behind_proxy: bool,
    /// The proxies whose word is believed; none: any that connects, if there is one in front.
    pub trusted_proxies: Vec<Subnet>,
    /// Most rooms at once.
    pub rooms: usize,
    /// Most rooms at once that were opened from one address; as many may be opened in a minute.
    pub rooms_per_address: usize,
    /// Most sockets from one address.
    pub sockets_per_address: usize,
    /// New players from one address in a minute.
    pub players_per_minute: u32,
    /// HTTP requests from one address in a second: four times as many for what never changes, fewer for what costs more
    /// (`rates::Class`); twelve seconds' worth may come at once.
    pub requests_per_second: u32,
    /// Messages of one connection in a second; twice as many may come at once.
    pub messages_per_second: u32,
    /// Threads on which bots think.
    pub bot_threads: usize,
    /// Days for which a match is kept; 0: for ever.
    pub keep_days: u32,
    /// Most matches that are kept; 0: all.
    pub keep_matches: u64,
    /// Most megabytes of the database before the oldest matches go; 0: however many.
    pub keep_megabytes: u64,
    /// Days after which a device that did not come back is signed out; 0: never.
    pub token_days: u32,
    /// Where people find the server; passkeys belong to it.
    pub site: Site,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8710)),
            metrics: None,
            data: PathBuf::from("sifang-data"),
            database: None,
            origins: Vec::new(),
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            rooms: 5000,
            rooms_per_address: limits::ROOMS_PER_ADDRESS,
            sockets_per_address: limits::SOCKETS_PER_ADDRESS,
            players_per_minute: 60,
            requests_per_second: 50,
            messages_per_second: limits::MESSAGES_PER_SECOND,
            bot_threads: std::thread::available_parallelism().map_or(1, usize::from),
            keep_days: 0,
            keep_matches: 0,
            keep_megabytes: 10_000,
            token_days: 180,
            site: Site::local(),
        }
    }
}

impl Config {
    /// Fills what was not given, and refuses what cannot be.
    pub fn new(given: Given) -> Result<Config, ConfigError> {
        let default = Config::default();
        let config = Config {
            listen: given.listen.map_or(default.listen, |ListenAt(address)| address),
            metrics: given.metrics,
            data: given.data.unwrap_or(default.data),
            database: given.database.map_or(Ok(None), |url| url.read())?,
            origins: given.origins.unwrap_or(default.origins),
            behind_proxy: given.behind_proxy.unwrap_or(default.behind_proxy),
            trusted_proxies: given.trusted_proxies.unwrap_or(default.trusted_proxies),
            rooms: given.rooms.unwrap_or(default.rooms),
            rooms_per_address: given.rooms_per_address.unwrap_or(default.rooms_per_address),
            sockets_per_address: given.sockets_per_address.unwrap_or(default.sockets_per_address),
            players_per_minute: given.players_per_minute.unwrap_or(default.players_per_minute),
            requests_per_second: given.requests_per_second.unwrap_or(default.requests_per_second),
            messages_per_second: given.messages_per_second.unwrap_or(default.messages_per_second),
            bot_threads: given.bot_threads.unwrap_or(default.bot_threads),
            keep_days: given.keep_days.unwrap_or(default.keep_days),
            keep_matches: given.keep_matches.unwrap_or(default.keep_matches),
            keep_megabytes: given.keep_megabytes.unwrap_or(default.keep_megabytes),
            token_days: given.token_days.unwrap_or(default.token_days),
            site: match given.public_url {
                Some(url) => {
                    Site::parse(&url).map_err(|why| ConfigError(format!("public_url: '{url}': {why}")))?
                }
                None => default.site,
            },
        };
        if let Some(origin) = config.origins.iter().find(|origin| !is_origin(origin)) {
            let what = format!("origins: '{origin}' is no origin; one looks like https://example.org");
            return Err(ConfigError(what));
        }
        for (name, is_zero) in [
            ("rooms", config.rooms == 0),
            ("rooms_per_address", config.rooms_per_address == 0),
            ("sockets_per_address", config.sockets_per_address == 0),
            ("players_per_minute", config.players_per_minute == 0),
            ("requests_per_second", config.requests_per_second == 0),
            ("messages_per_second", config.messages_per_second == 0),
            ("bot_threads", config.bot_threads == 0),
        ] {
            if is_zero {
                return Err(ConfigError(format!("{name}: at least 1 is needed")));
            }
        }
        Ok(config)
    }
}

/// `scheme://host` or `scheme://host:port`, as browsers send it.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        !host.is_empty()
            && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']'))
    })
}

/// A setting that cannot be: which, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    pub(crate) fn new(what: String) -> ConfigError {
        ConfigError(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_as_good_as_an_address() {
        let listen = |text: &str| text.parse::<ListenAt>().map(|ListenAt(address)| address.to_string());
        assert_eq!(listen("127.0.0.1:1").unwrap(), "127.0.0.1:1");
        assert_eq!(listen("[::1]:1").unwrap(), "[::1]:1");
        assert!(["127.0.0.1:8710", "[::1]:8710"].contains(&listen("localhost:8710").unwrap().as_str()));
        for wrong in ["nowhere", ":8710", "localhost", "localhost:70000", "", "::1", "no such host:80"] {
            let why = listen(wrong).unwrap_err().to_string();
            assert!(why.contains("127.0.0.1:8710"), "{why}");
        }
        assert_eq!("localhost:0".parse::<MetricsAt>().is_ok(), listen("localhost:0").is_ok());
    }

    #[test]
    fn earlier_settings_win() {
        let file: Given = toml::from_str("listen = \"127.0.0.1:1\"\ndata = \"x\"\nrooms = 7").unwrap();
        let flags = Given { data: Some("y".into()), ..Given::default() };
        let config = Config::new(flags.or(file)).unwrap();
        assert_eq!((config.listen.port(), config.data, config.rooms), (1, PathBuf::from("y"), 7));
        assert_eq!(config.sockets_per_address, limits::SOCKETS_PER_ADDRESS);
    }

    #[test]
    fn the_password_of_a_database_is_never_repeated() {
        let wrong = [
            "databse = \"postgres://mei:secret@host/sifang\"",
            "database = \"postgres://mei:secret@host/sifang\" x",
            "rooms = 1\ndatabase = \"postgres://mei:secret@\"",
            "database = \"postgres://mei:secret@secret@host/sifang\"",
            "database = \"mysql://mei:secret@host/sifang\"",
        ];
        for text in wrong {
            let error = Given::parse(text).and_then(Config::new).unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
        let given = Given::parse("database = \"postgres://mei:secret@host/sifang\"").unwrap();
        assert!(!format!("{given:?}").contains("secret"));
        let config = Config::new(given).unwrap();
        assert!(!format!("{config:?}").contains("secret") && config.database.is_some());
        assert_eq!(Config::new(Given::parse("database = \"\"").unwrap()).unwrap().database, None);
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        assert!(toml::from_str::<Given>("no_such_setting = 1").is_err());
        for (text, name) in [
            ("rooms = 0", "rooms"),
            ("players_per_minute = 0", "players_per_minute"),
            ("origins = [\"example.org\"]", "origins"),
            ("public_url = \"http://example.org\"", "public_url"),
            ("public_url = \"https://127.0.0.1:8710\"", "public_url"),
            ("origins = [\"https://example.org/\"]", "origins"),
        ] {
            let error = Config::new(toml::from_str(text).unwrap()).unwrap_err();
            assert!(error.to_string().starts_with(name), "{error}");
        }
        let error = Given::parse("metrics = \"8711\"").unwrap_err().to_string();
        assert!(error.contains("metrics: '8711'"), "{error}");
        for (text, metrics) in
            [("off", MetricsAt::Off), ("127.0.0.1:8711", MetricsAt::Address(MetricsAt::USUAL))]
        {
            assert_eq!(Given::parse(&format!("metrics = \"{text}\"")).unwrap().metrics, Some(metrics));
        }
        let good = "origins = [\"https://example.org\", \"http://localhost:5173\"]";
        Config::new(toml::from_str(good).unwrap()).unwrap();
    }
}
