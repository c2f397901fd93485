//! The arguments, declared once. English is written here, Chinese in [`crate::zh`].
//!
//! Examples name the first rule set of the menu: nothing here knows a rule set by name.

use crate::arena::args::Arena;
use crate::lab::args::Lab;
use crate::{example, input, zh};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use sifang_fair::PublicKey;
use sifang_options::Lang;
use sifang_rules::any::RuleSetId;
use sifang_server::{DatabaseUrl, ListenAt, MetricsAt, Subnet};
use std::ffi::OsString;
use std::path::PathBuf;
use tracing_subscriber::filter::LevelFilter;

/// Play, score, simulate and verify regional mahjong.
#[derive(Parser)]
#[command(name = "sifang", version, disable_help_subcommand = true)]
#[command(after_help = examples("sifang\nsifang serve --listen 0.0.0.0:8710\nsifang rules {R}\nsifang help score"))]
struct Cli {
    /// Language for people (by default that of LC_ALL, LC_MESSAGES or LANG: Chinese if it begins with zh, else English)
    #[arg(long, global = true, value_enum)]
    lang: Option<LangName>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LangName {
    Zh,
    En,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run the table server with the browser client (this is what `sifang` alone does)
    ///
    /// Every setting can be a flag, an environment variable or a line of the file given with --config, for example
    /// `sockets_per_address = 50`; a flag wins over the environment, the environment over the file.
    #[command(after_help = examples(SERVE_EXAMPLE))]
    Serve(Serve),
    /// Copy all data of a server into one file; the server may be running
    ///
    /// Every action that was acknowledged before is in the copy. It is checked before it gets its name; a file that is there
    /// already is not overwritten. Reports of the lab are not part of it.
    #[command(after_help = examples("sifang backup --out sifang-backup.db\nsifang backup --data sifang-data --out another-backup.db"))]
    Backup(Backup),
    /// Put a copy made by `sifang backup` into an empty data folder
    ///
    /// The copy is checked first: the database as a whole, and the digest chain of every live room. A folder that has data
    /// already is left as it is.
    #[command(after_help = examples("sifang restore --from sifang-backup.db --data new-folder\nsifang serve --data new-folder"))]
    Restore(Restore),
    /// Bring all data of a server from a folder to a PostgreSQL database, or back
    ///
    /// Stop the server first. The target has to be empty, and stays so if anything fails: what was written is read again, and has to
    /// have the same digest. The source is left as it is. Reports of the lab are not brought over. In the examples `$DATABASE` is a
    /// URL like postgres://role:password@host/database.
    #[command(after_help = examples("sifang move --from sifang-data --to \"$DATABASE\"\nsifang move --from \"$DATABASE\" --to another-folder"))]
    Move(Move),
    /// Write the database anew without what it does not need; no server may be running on it
    ///
    /// Needed once for a database that an older version made: from then on it gives back the space of what is removed by itself.
    /// The disk needs room for a second copy. What is interrupted has changed nothing.
    #[command(after_help = examples("sifang vacuum --data sifang-data"))]
    Vacuum(Vacuum),
    /// Show the keys with which a server signs records, or take a new one into use
    ///
    /// Anybody can check with the public key that a record comes from this server: `sifang replay --key`. Earlier keys stay
    /// published, so that what they signed can still be checked. To change something, stop the server first.
    #[command(after_help = examples("sifang key --data sifang-data\nsifang key --data sifang-data --rotate"))]
    Key(Key),
    /// Ask a running server whether it is ready; the exit status is 1 if it is not
    #[command(after_help = examples("sifang health\nsifang health --url http://127.0.0.1:8710"))]
    Health(Health),
    /// Measure a running server: tables of four scripted players each, over real sockets
    #[command(after_help = examples(LOAD_EXAMPLE))]
    Load(Load),
    /// List the rule sets, or show the rule book of one, or one of its clauses
    #[command(after_help = examples("sifang rules\nsifang rules {R}\nsifang rules {R} --clause deal.tiles\nsifang rules {R} --form\nsifang rules {R} --json"))]
    Rules(Rules),
    /// Score described wins: one JSON request per line in, one result per line out, in order
    ///
    /// `sifang rules R --form` describes a request. Results are JSON lines, or words for people at a terminal. Blank lines are
    /// skipped. A line that cannot be scored gets {"error": …, "detail": …} as its result, and the run goes on; the exit
    /// status is then 1. A line may have at most 1 MiB.
    #[command(after_help = examples(SCORE_EXAMPLE))]
    Score(Requests),
    /// List the winning tiles of hands that are one tile short: one JSON request per line in, one result per line out
    ///
    /// `sifang rules R --form` describes a request. Results are JSON lines, or words for people at a terminal. Blank lines are
    /// skipped. A line that cannot be answered gets {"error": …, "detail": …} as its result, and the run goes on; the exit
    /// status is then 1. A line may have at most 1 MiB.
    #[command(after_help = examples(WAITS_EXAMPLE))]
    Waits(Requests),
    /// Run worked cases (.score.jsonl, .play.jsonl) and compare results with what they expect
    #[command(after_help = examples("sifang cases {R}.score.jsonl {R}.play.jsonl"))]
    Cases(Cases),
    /// Play deals with bots and print statistics; the digest depends on the seed, never on the threads
    #[command(after_help = examples(SIMULATE_EXAMPLE))]
    Simulate(Simulate),
    /// Let programs play against the bots, on walls that everybody plays from every seat
    ///
    /// A program reads JSON lines and answers with JSON lines; docs/arena.md describes them. Where it is late, ends or answers what
    /// is not offered, its seat plays its time-out, and the report says so. Two runs with a bot in place of the first player show
    /// how much better it is, and how much is luck.
    #[command(after_help = examples(ARENA_EXAMPLE))]
    Arena(Arena),
    /// Compare two sets of options on the same walls: what does a house rule do to many deals?
    ///
    /// Every wall is played once under A and once under B; results are kept in the folder given with --out, part by part. A run
    /// that was stopped (Ctrl-C keeps what is done) goes on when the same command is given again.
    #[command(after_help = examples(LAB_EXAMPLE))]
    Lab(Lab),
    /// Verify a saved match: play its log again, compare every result, check the fairness commitment
    ///
    /// One verdict, made of named parts: walls, moves, points, end, origin. Everything holds only if all of them do; where a
    /// record comes from shows only with --key. The exit status is 1 if something is wrong or could not be checked.
    #[command(after_help = examples(REPLAY_EXAMPLE))]
    Replay(Replay),
    /// Learn from a saved match: what each decision of a player cost, and why
    ///
    /// Each decision is compared with its best alternative: both are played out by bots in the same worlds, which the player could not
    /// tell from the real one. A mistake is shown only if the 95 % interval of its loss excludes zero; everything else counts as
    /// equal. The same record and seed give the same review. See docs/review.md.
    #[command(after_help = examples(REVIEW_EXAMPLE))]
    Review(Review),
    /// Write the completions of a shell to standard output
    #[command(after_help = examples("sifang completions bash > sifang.bash\nsource sifang.bash"))]
    Completions(Completions),
    /// Write the manual page to standard output
    #[command(after_help = examples("sifang man > sifang.1\nsifang man --lang zh > sifang.zh.1"))]
    Man,
    /// Show the help of a command, or of all
    #[command(after_help = examples("sifang help\nsifang help score"))]
    Help(Help),
}

const SERVE_EXAMPLE: &str = "sifang serve
sifang serve --listen 0.0.0.0:8710 --data sifang-data
SIFANG_LISTEN=127.0.0.1:9000 sifang serve --config sifang.toml";

const LOAD_EXAMPLE: &str = "sifang serve --sockets-per-address 100000 --players-per-minute 1000000 \
    --rooms-per-address 5000 --requests-per-second 1000000
sifang load --url http://127.0.0.1:8710 --tables 100 --seconds 60";

const SCORE_EXAMPLE: &str = "echo '{WIN}' > requests.jsonl
sifang score requests.jsonl
sifang score --json < requests.jsonl";

const WAITS_EXAMPLE: &str = "echo '{HAND}' > hands.jsonl
sifang waits hands.jsonl
sifang waits --json < hands.jsonl";

const SIMULATE_EXAMPLE: &str = "sifang simulate --rules {R} --deals 100000 --seed 7
sifang simulate --rules {R} --deals 100000 --bots random --json
sifang simulate --rules {R} --deals 1 --record match.json";

const REPLAY_EXAMPLE: &str = "sifang replay match.json
sifang replay match.json --print --deal 3
sifang replay - < match.json";

const REVIEW_EXAMPLE: &str = "sifang review match.json --seat 0 --deal 1 --worlds 2000
sifang review match.json --seat 0 --deal 1 --worlds 1000 --json
sifang review - --seat 2 --deal 1 --worlds 1000 --html review.html < match.json";

const ARENA_EXAMPLE: &str = "sifang arena --rules {R} --bots expert,greedy,greedy,greedy --deals 40
sifang arena --rules {R} --bots \"node examples/bot.mjs\",expert,greedy,greedy --deals 40
sifang arena --rules {R} --bots \"node examples/bot.mjs\",greedy,greedy,greedy --deals 40 --limit 5000 --json";

const LAB_EXAMPLE: &str = "sifang lab --rules {R} --b base=2 --deals 200000 --out base-2
sifang lab --rules {R} --b deals=4 --matches 20000 --out short-match
sifang lab --rules {R} --b base=2 --deals 1000000 --bots expert --shard 1/2 --out half
sifang lab --rules {R} --b base=2 --deals 1000000 --bots expert --shard 2/2 --out other-half
sifang lab merge half other-half --out whole";

#[derive(Args)]
pub(crate) struct Serve {
    /// Address or name, and port to listen on (by default 127.0.0.1:8710)
    #[arg(long, value_name = "ADDR", env = "SIFANG_LISTEN")]
    pub(crate) listen: Option<ListenAt>,
    /// Where counters for Prometheus are served, or `off`; nobody who plays should reach it (by default 127.0.0.1:8711)
    #[arg(long, value_name = "ADDR", env = "SIFANG_METRICS")]
    pub(crate) metrics: Option<MetricsAt>,
    /// Folder of the data; made if it is not there (by default sifang-data)
    #[arg(long, value_name = "DIR", env = "SIFANG_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// A PostgreSQL database that keeps everything but reports of the lab, like postgres://role:password@host/database (by default a file in the data folder)
    #[arg(long, value_name = "URL", env = "SIFANG_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<DatabaseUrl>,
    /// File with settings (TOML)
    #[arg(long, value_name = "FILE", env = "SIFANG_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Another web page that may connect, such as https://example.org; can be repeated
    #[arg(long = "origin", value_name = "ORIGIN", env = "SIFANG_ORIGINS", value_delimiter = ',')]
    pub(crate) origins: Vec<String>,
    /// A proxy in front sends the client's address in X-Forwarded-For
    #[arg(long, env = "SIFANG_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// A proxy whose X-Forwarded-For is believed, as an address or a network like 10.0.0.0/8; can be repeated (by default any, with --behind-proxy)
    #[arg(long = "trusted-proxy", value_name = "NET", env = "SIFANG_TRUSTED_PROXIES", value_delimiter = ',')]
    pub(crate) trusted_proxies: Vec<Subnet>,
    /// Most rooms at once (by default 5000)
    #[arg(long, value_name = "N", env = "SIFANG_ROOMS")]
    pub(crate) rooms: Option<usize>,
    /// Most rooms at once that were opened from one address; as many may be opened in a minute (by default 30)
    #[arg(long, value_name = "N", env = "SIFANG_ROOMS_PER_ADDRESS")]
    pub(crate) rooms_per_address: Option<usize>,
    /// Most sockets from one address (by default 20)
    #[arg(long, value_name = "N", env = "SIFANG_SOCKETS_PER_ADDRESS")]
    pub(crate) sockets_per_address: Option<usize>,
    /// New players from one address in a minute (by default 60)
    #[arg(long, value_name = "N", env = "SIFANG_PLAYERS_PER_MINUTE")]
    pub(crate) players_per_minute: Option<u32>,
    /// HTTP requests from one address in a second, more of what is cheap and fewer of what is not (by default 50)
    #[arg(long, value_name = "N", env = "SIFANG_REQUESTS_PER_SECOND")]
    pub(crate) requests_per_second: Option<u32>,
    /// Messages of one connection in a second; twice as many may come at once (by default 10)
    #[arg(long, value_name = "N", env = "SIFANG_MESSAGES_PER_SECOND")]
    pub(crate) messages_per_second: Option<u32>,
    /// Threads on which bots think (by default as many as the machine has)
    #[arg(long, value_name = "N", env = "SIFANG_BOT_THREADS")]
    pub(crate) bot_threads: Option<usize>,
    /// Days for which a match is kept (by default 0: for ever)
    #[arg(long, value_name = "N", env = "SIFANG_KEEP_DAYS")]
    pub(crate) keep_days: Option<u32>,
    /// Most matches that are kept; the oldest go first (by default 0: all)
    #[arg(long, value_name = "N", env = "SIFANG_KEEP_MATCHES")]
    pub(crate) keep_matches: Option<u64>,
    /// Most megabytes of the database before the oldest matches go (by default 10000; 0: however many)
    #[arg(long, value_name = "N", env = "SIFANG_KEEP_MEGABYTES")]
    pub(crate) keep_megabytes: Option<u64>,
    /// Days after which a device that did not come back is signed out (by default 180; 0: never)
    #[arg(long, value_name = "DAYS", env = "SIFANG_TOKEN_DAYS")]
    pub(crate) token_days: Option<u32>,
    /// Where people find the server, such as https://example.org: passkeys belong to that name (by default only localhost has them)
    #[arg(long, value_name = "URL", env = "SIFANG_PUBLIC_URL")]
    pub(crate) public_url: Option<String>,
    /// What is logged to standard error
    #[arg(long, value_enum, default_value_t = LogLevel::Info, env = "SIFANG_LOG")]
    pub(crate) log: LogLevel,
    /// How it is logged
    #[arg(long, value_enum, default_value_t = LogForm::Text, env = "SIFANG_LOG_FORM")]
    pub(crate) log_form: LogForm,
}

#[derive(Args)]
pub(crate) struct Health {
    /// Address of the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8710")]
    pub(crate) url: String,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct Backup {
    /// Folder of the data
    #[arg(long, value_name = "DIR", env = "SIFANG_DATA", default_value = "sifang-data")]
    pub(crate) data: PathBuf,
    /// The copy; nothing may be there yet
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct Key {
    /// Folder of the data
    #[arg(long, value_name = "DIR", env = "SIFANG_DATA", default_value = "sifang-data")]
    pub(crate) data: PathBuf,
    /// Take a new key into use; the one before stays published
    #[arg(long)]
    pub(crate) rotate: bool,
    /// No longer publish this earlier key, because somebody else may have its secret half
    #[arg(long, value_name = "KEY")]
    pub(crate) withdraw: Option<PublicKey>,
    /// The keys as JSON, as `/api/keys` answers
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Vacuum {
    /// Folder of the data
    #[arg(long, value_name = "DIR", env = "SIFANG_DATA", default_value = "sifang-data")]
    pub(crate) data: PathBuf,
}

#[derive(Args)]
pub(crate) struct Move {
    /// Data folder or URL of a database
    #[arg(long, value_name = "PLACE")]
    pub(crate) from: String,
    /// Data folder or URL of a database, empty or not there yet
    #[arg(long, value_name = "PLACE")]
    pub(crate) to: String,
}

#[derive(Args)]
pub(crate) struct Restore {
    /// The copy
    #[arg(long, value_name = "FILE")]
    pub(crate) from: PathBuf,
    /// Folder for the data; made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
}

impl LogLevel {
    pub(crate) fn level(self) -> LevelFilter {
        match self {
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LogForm {
    Text,
    Json,
}

/// Most tables of one load test.
const MOST_TABLES: u64 = 100_000;

#[derive(Args)]
pub(crate) struct Load {
    /// Address of the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8710")]
    pub(crate) url: String,
    /// How many tables
    #[arg(long, value_name = "N", value_parser = tables)]
    pub(crate) tables: usize,
    /// For how long, in seconds
    #[arg(long, value_name = "S", default_value_t = 30)]
    pub(crate) seconds: u64,
    /// How long a player thinks before an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub(crate) think: u64,
    /// Id of a rule set (by default all of them in turn)
    #[arg(long, value_name = "R")]
    pub(crate) rules: Option<String>,
    /// The figures as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn tables(text: &str) -> Result<usize, String> {
    let number: u64 = text.parse().map_err(|_| "a number of tables is needed".to_owned())?;
    if (1..=MOST_TABLES).contains(&number) {
        Ok(number as usize)
    } else {
        Err(format!("from 1 to {MOST_TABLES} tables"))
    }
}

#[derive(Args)]
pub(crate) struct Rules {
    /// Id of a rule set
    #[arg(value_name = "R")]
    pub(crate) rules: Option<String>,
    /// One clause: its text, the code that carries it out, the cases that show it
    #[arg(long, value_name = "C", requires = "rules")]
    pub(crate) clause: Option<String>,
    /// What a request of `sifang score` and `sifang waits` is made of, field by field
    #[arg(long, requires = "rules", conflicts_with = "clause")]
    pub(crate) form: bool,
    /// For programs: the list as a JSON array, one rule set's options as a JSON schema, a clause or the form as an object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Requests {
    /// File of requests; - is standard input
    #[arg(default_value = input::STDIN)]
    pub(crate) file: PathBuf,
    /// Results as JSON lines at a terminal, too
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Help {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

#[derive(Args)]
pub(crate) struct Cases {
    /// Case files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Most deals of one simulation.
pub(crate) const MOST_DEALS: u64 = 1_000_000_000;

#[derive(Args)]
pub(crate) struct Simulate {
    /// Id of a rule set
    #[arg(long, value_name = "R")]
    pub(crate) rules: String,
    /// How many deals (at most 1000000000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_DEALS))]
    pub(crate) deals: u64,
    /// An option of the rule set; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Bots by seat, separated by commas; one name plays all seats
    #[arg(long, value_name = "BOTS", default_value = "greedy", value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// Seed of all chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads (by default as many as the machine has)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Number of players, where the rule set leaves a choice (by default the most)
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// The statistics as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Also play one fair match with these bots and save its record here, for `sifang replay`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Replay {
    /// The saved match; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Check the signature with this public key: 64 hexadecimal digits, or a file with keys, such as the answer of `/api/keys`
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Only the verdict, which is what is printed anyway
    #[arg(long, conflicts_with_all = ["print", "deal", "views"])]
    pub(crate) verify: bool,
    /// Show it move by move, with every payment explained
    #[arg(long)]
    pub(crate) print: bool,
    /// Show only this deal (from 1)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) deal: Option<u32>,
    /// The verdict as JSON
    #[arg(long, conflicts_with_all = ["print", "deal"])]
    pub(crate) json: bool,
    /// Instead of the verdict: what this seat saw after every move, or `open` for all hands, one JSON object per line
    #[arg(long, value_name = "SEAT", conflicts_with_all = ["print", "json"])]
    pub(crate) views: Option<String>,
}

#[derive(Args)]
pub(crate) struct Review {
    /// The saved match; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Whose decisions, from 0; can be repeated (by default all seats that people played)
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: Vec<u8>,
    /// Review only this deal (from 1)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) deal: Option<u32>,
    /// Worlds in which a decision that looks like a mistake is played out; the others take fewer (at most 1000000)
    #[arg(long, value_name = "N", default_value_t = sifang_review::Plan::WORLDS, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    pub(crate) worlds: u32,
    /// Seed of all chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads (by default as many as the machine has)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The review as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write it as a page in both languages
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// The text under a command's help; `{R}` stands for a rule set, `{WIN}` and `{HAND}` for requests of it.
fn examples(lines: &str) -> String {
    let mut text = String::from("Examples:");
    for line in lines.lines() {
        text.push_str("\n  ");
        let Some(rules) = RuleSetId::ALL.first() else { continue };
        text.push_str(&match line {
            line if line.contains("{WIN}") => line.replace("{WIN}", &example::score(*rules)),
            line if line.contains("{HAND}") => line.replace("{HAND}", &example::waits(*rules)),
            line => line.replace("{R}", rules.id()),
        });
    }
    text
}

/// The declaration of the command line.
pub(crate) fn declared(lang: Lang) -> clap::Command {
    match lang {
        Lang::Zh => zh::translate(Cli::command()),
        Lang::En => Cli::command(),
    }
}

/// Reads the command line (the program's name first). No subcommand means `serve`.
pub(crate) fn parse(arguments: &[OsString], lang: Lang) -> Result<Command, clap::Error> {
    let mut command = declared(lang);
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    let cli = Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))?;
    match cli.command {
        Some(Command::Help(asked)) => {
            // What `--help` after the command would say: it comes as an error, or is one.
            let words = arguments.iter().take(1).cloned().chain(asked.command).chain(["--help".into()]);
            let matches = command.try_get_matches_from_mut(words)?;
            drop(matches);
            Err(command.error(clap::error::ErrorKind::DisplayHelp, ""))
        }
        Some(command) => Ok(command),
        None => {
            let mut arguments = arguments.to_vec();
            arguments.push("serve".into());
            let matches = command.try_get_matches_from_mut(&arguments)?;
            let serve = Cli::from_arg_matches(&matches)?.command;
            serve.ok_or_else(|| {
                command.error(clap::error::ErrorKind::MissingSubcommand, "a command is needed")
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_sound_and_fully_translated() {
        Cli::command().debug_assert();
        let mut chinese = zh::translate(Cli::command());
        assert_eq!(zh::untranslated(&Cli::command()), Vec::<String>::new());
        chinese.build();
        for command in chinese.get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            for english in ["Usage", "Options:", "Arguments:", "Example", "Print"] {
                assert!(!help.contains(english), "{english} in\n{help}");
            }
        }
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(after.contains(&format!("sifang {}", command.get_name())), "{}", command.get_name());
        }
    }
}
