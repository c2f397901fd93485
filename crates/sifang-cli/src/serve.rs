//! `sifang serve`: the table server with the browser client, until somebody stops it.

use crate::args::{LogForm, Serve};
use crate::exit::Failure;
use crate::service::{self, Word};
use sifang_options::Lang;
use sifang_server::{Config, Doors, Given, ServeError};
use sifang_store::{Lost, Refusal, StoreError};
use std::io::{self, Write};
use std::net::SocketAddr;

/// Serves until interrupted or terminated.
pub(crate) fn run(asked: &Serve, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let given = Given {
        listen: asked.listen,
        metrics: asked.metrics,
        data: asked.data.clone(),
        database: asked.database.clone(),
        origins: (!asked.origins.is_empty()).then(|| asked.origins.clone()),
        behind_proxy: asked.behind_proxy.then_some(true),
        trusted_proxies: (!asked.trusted_proxies.is_empty()).then(|| asked.trusted_proxies.clone()),
        rooms: asked.rooms,
        rooms_per_address: asked.rooms_per_address,
        sockets_per_address: asked.sockets_per_address,
        players_per_minute: asked.players_per_minute,
        requests_per_second: asked.requests_per_second,
        messages_per_second: asked.messages_per_second,
        bot_threads: asked.bot_threads,
        keep_days: asked.keep_days,
        keep_matches: asked.keep_matches,
        keep_megabytes: asked.keep_megabytes,
        token_days: asked.token_days,
        public_url: asked.public_url.clone(),
    };
    let file = match &asked.config {
        Some(path) => Given::read(path).map_err(Failure::usage)?,
        None => Given::default(),
    };
    let config = Config::new(given.or(file)).map_err(Failure::usage)?;
    start_log(asked);
    sifang_server::raise_handles(&config);
    // Else the first hand that needs a table of shapes would keep everybody waiting for it.
    sifang_shape::warm_up();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config, lang, out))
}

async fn serve(config: Config, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let handed_over = service::handed_over()?;
    let doors = Doors::open(&config, handed_over).await.map_err(|error| Failure::Outside(error.into()))?;
    let address = doors.public()?;
    let stop = stop_signal()?;
    let stop = async move {
        stop.await;
        service::say(Word::Stopping);
    };
    tokio::spawn(service::attend(address));
    let data = match &config.database {
        None => config.data.display().to_string(),
        Some(database) => format!("PostgreSQL, {database}"),
    };
    let serving = sifang_server::run(doors, config, stop);
    let announced = async {
        service::answers(address).await;
        announce(address, &data, lang, out);
        std::future::pending::<()>().await;
    };
    tokio::select! {
        served = serving => served.map_err(|error| {
            Failure::Outside(match (lang, error) {
                (Lang::Zh, ServeError::Store(StoreError::Lost(lost))) => anyhow::Error::msg(chinese(&lost)),
                (Lang::Zh, ServeError::Store(StoreError::Refused { place, why })) => {
                    anyhow::Error::msg(refused(&place, &why))
                }
                (Lang::Zh, ServeError::Store(StoreError::GivenUp)) => {
                    anyhow::Error::msg("这个节点失去应答的时间超过了租约，房间已由别的节点接管；请重新启动")
                }
                (_, error) => error.into(),
            })
        }),
        () = announced => Ok(()),
    }
}

/// Says where the server is. Nobody who reads it any more is no reason to stop.
fn announce(address: SocketAddr, data: &str, lang: Lang, out: &mut dyn Write) {
    let url = service::own(address);
    let everywhere = match (address.ip().is_unspecified(), lang) {
        (false, _) => "",
        (true, Lang::Zh) => "，本机的其他地址也可以",
        (true, Lang::En) => ", and at the other addresses of this machine",
    };
    let _ = match lang {
        Lang::Zh => writeln!(out, "四方已启动：http://{url}  （数据在 {data}）{everywhere}"),
        Lang::En => writeln!(out, "Sifang is at http://{url}  (data in {data}){everywhere}"),
    };
    let _ = out.flush();
}

/// What became of the data, and what to do now.
fn chinese(lost: &Lost) -> String {
    let what = match lost {
        Lost::Empty(file) => format!("{} 是 0 字节，内容已经丢失", file.display()),
        Lost::Blank(file) => format!("{} 里没有四方的数据，内容已经丢失", file.display()),
        Lost::Missing { file, beside } => {
            format!("{} 不见了，而 {} 还在", file.display(), beside.display())
        }
    };
    format!(
        "{what}。请把目录里的 sifang.db 和 sifang.db-wal（如果还在）移到别处，再用 `sifang restore` 恢复备份；要开新的服务器，请换一个空目录"
    )
}

/// Why a database cannot be used.
pub(crate) fn refused(place: &str, why: &Refusal) -> String {
    let why = match why {
        Refusal::Unreachable(said) => format!("那里没有服务器应答（{said}）"),
        Refusal::Role(said) => format!("服务器不接受这个角色（{said}）"),
        Refusal::Database(said) => format!("这个角色不能使用这个数据库（{said}）"),
        Refusal::Tls(said) => format!(
            "连接无法加密（{said}）；用 `sslrootcert=文件` 指定信任的证书，或用 `sslmode=disable` 不加密"
        ),
        Refusal::Newer(change) => format!("它比这个程序新：已有第 {change} 次结构变更"),
        Refusal::Other(said) => said.clone(),
    };
    format!("数据库 {place} 无法使用：{why}")
}

/// Resolves when the program is asked to end.
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        // Where there is no way to listen for an interruption, the program is ended from outside.
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Lines about the running server go to standard error. They name rooms and numbers, never tiles or secrets.
fn start_log(asked: &Serve) {
    // A line that cannot be written (a full disk, a closed pipe) is lost; complaining about that would fail, too.
    let log = tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_max_level(asked.log.level())
        .log_internal_errors(false);
    // A second server in one process keeps the log of the first.
    let _ = match asked.log_form {
        LogForm::Text => log.with_ansi(false).try_init(),
        LogForm::Json => log.json().try_init(),
    };
    sifang_server::log_panics();
}
