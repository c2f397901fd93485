//! The help in Chinese, laid over the English declaration of the arguments.
//!
//! What the parser says about wrong arguments is in [`crate::wrong`]; everything else people read is here.

use clap::{Arg, ArgAction, Command};

/// English (first line of it) and Chinese of everything the declaration says.
const WORDS: &[(&str, &str)] = &[
    ("Play, score, simulate and verify regional mahjong", "四方：地方麻将的对局、算分、模拟与验证"),
    (
        "Language for people (by default that of LC_ALL, LC_MESSAGES or LANG: Chinese if it begins with zh, else English)",
        "显示语言（默认看环境变量 LC_ALL、LC_MESSAGES、LANG：以 zh 开头用中文，否则用英文）",
    ),
    (
        "Run the table server with the browser client (this is what `sifang` alone does)",
        "启动牌桌服务器和网页客户端（只输入 `sifang` 也是如此）",
    ),
    (
        "Measure a running server: tables of four scripted players each, over real sockets",
        "压测运行中的服务器：每桌四个脚本玩家，走真实的连接",
    ),
    (
        "Address or name, and port to listen on (by default 127.0.0.1:8710)",
        "监听的地址（或主机名）和端口（默认 127.0.0.1:8710）",
    ),
    (
        "Where counters for Prometheus are served, or `off`; nobody who plays should reach it (by default 127.0.0.1:8711)",
        "给 Prometheus 的计数的地址，或 off；不应让打牌的人访问到（默认 127.0.0.1:8711）",
    ),
    (
        "Folder of the data; made if it is not there (by default sifang-data)",
        "数据目录，不存在时自动建立（默认 sifang-data）",
    ),
    (
        "A PostgreSQL database that keeps everything but reports of the lab, like postgres://role:password@host/database (by default a file in the data folder)",
        "保存除实验室报告以外一切数据的 PostgreSQL 数据库，如 postgres://角色:密码@主机/数据库（默认用数据目录里的文件）",
    ),
    (
        "Bring all data of a server from a folder to a PostgreSQL database, or back",
        "把服务器的全部数据从目录搬到 PostgreSQL 数据库，或搬回来",
    ),
    ("Data folder or URL of a database", "数据目录，或数据库的 URL"),
    (
        "Data folder or URL of a database, empty or not there yet",
        "数据目录，或数据库的 URL；须为空或尚不存在",
    ),
    ("File with settings (TOML)", "设置文件（TOML）"),
    (
        "Another web page that may connect, such as https://example.org; can be repeated",
        "另外允许连接的网页，例如 https://example.org；可重复给出",
    ),
    (
        "A proxy in front sends the client's address in X-Forwarded-For",
        "前面有反向代理，用 X-Forwarded-For 告知客户端地址",
    ),
    (
        "A proxy whose X-Forwarded-For is believed, as an address or a network like 10.0.0.0/8; can be repeated (by default any, with --behind-proxy)",
        "信任其 X-Forwarded-For 的代理，地址或网段（如 10.0.0.0/8），可重复（默认：有 --behind-proxy 时任何代理）",
    ),
    ("Most rooms at once (by default 5000)", "同时存在的房间上限（默认 5000）"),
    (
        "Most rooms at once that were opened from one address; as many may be opened in a minute (by default 30)",
        "从同一地址开的、同时存在的房间上限；每分钟也最多开这么多（默认 30）",
    ),
    ("Most sockets from one address (by default 20)", "同一地址的连接上限（默认 20）"),
    ("New players from one address in a minute (by default 60)", "同一地址每分钟新登记的玩家上限（默认 60）"),
    (
        "HTTP requests from one address in a second, more of what is cheap and fewer of what is not (by default 50)",
        "同一地址每秒的 HTTP 请求上限，便宜的更多，费时的更少（默认 50）",
    ),
    (
        "Messages of one connection in a second; twice as many may come at once (by default 10)",
        "一个连接每秒的消息上限，一下子最多两倍（默认 10）",
    ),
    (
        "Threads on which bots think (by default as many as the machine has)",
        "机器人思考所用的线程数（默认为机器的线程数）",
    ),
    (
        "Days after which a device that did not come back is signed out (by default 180; 0: never)",
        "设备多少天没有再来就自动退出登录（默认 180；0 为不退出）",
    ),
    ("Days for which a match is kept (by default 0: for ever)", "对局保留多少天（默认 0，一直保留）"),
    (
        "Most matches that are kept; the oldest go first (by default 0: all)",
        "最多保留多少场对局，最早的先删（默认 0，全部保留）",
    ),
    (
        "Most megabytes of the database before the oldest matches go (by default 10000; 0: however many)",
        "数据库超过多少兆字节就删最早的对局（默认 10000；0 为不限）",
    ),
    (
        "Write the database anew without what it does not need; no server may be running on it",
        "重写数据库，去掉不再需要的部分；此时不能有服务器在用它",
    ),
    (
        "Where people find the server, such as https://example.org: passkeys belong to that name (by default only localhost has them)",
        "大家访问服务器的网址，如 https://example.org；通行密钥属于这个域名（默认只有 localhost 可用）",
    ),
    ("What is logged to standard error", "写到标准错误的日志级别"),
    ("How it is logged", "日志格式"),
    (
        "Copy all data of a server into one file; the server may be running",
        "把服务器的全部数据备份成一个文件；服务器可以正在运行",
    ),
    ("Folder of the data", "数据目录"),
    ("The copy; nothing may be there yet", "备份文件；不能已经存在"),
    (
        "Put a copy made by `sifang backup` into an empty data folder",
        "把 `sifang backup` 的备份恢复到空的数据目录",
    ),
    ("The copy", "备份文件"),
    ("Folder for the data; made if it is not there", "恢复到哪个目录，不存在时自动建立"),
    (
        "Ask a running server whether it is ready; the exit status is 1 if it is not",
        "询问运行中的服务器是否就绪；没有就绪时退出码为 1",
    ),
    ("Write the completions of a shell to standard output", "把命令行补全脚本写到标准输出"),
    ("The shell", "哪一种 shell"),
    ("Write the manual page to standard output", "把手册页写到标准输出"),
    ("Address of the server", "服务器地址"),
    ("How many tables", "桌数"),
    ("For how long, in seconds", "持续多少秒"),
    ("How long a player thinks before an answer, in milliseconds", "玩家每次作答前思考多久，毫秒"),
    ("Id of a rule set (by default all of them in turn)", "规则编号（默认各种规则轮流）"),
    ("The figures as one JSON object", "以一个 JSON 对象输出数据"),
    (
        "List the rule sets, or show the rule book of one, or one of its clauses",
        "列出规则，或显示一种规则的规则书、其中一个条款",
    ),
    (
        "Score described wins: one JSON request per line in, one result per line out, in order",
        "算分：每行读入一个 JSON 请求，按顺序每行输出一个结果",
    ),
    (
        "List the winning tiles of hands that are one tile short: one JSON request per line in, one result per line out",
        "查听：列出差一张的手牌能胡哪些牌，每行读入一个 JSON 请求，每行输出一个结果",
    ),
    (
        "Run worked cases (.score.jsonl, .play.jsonl) and compare results with what they expect",
        "运行用例（.score.jsonl、.play.jsonl），与期望结果逐项比较",
    ),
    ("Id of a rule set", "规则编号"),
    (
        "One clause: its text, the code that carries it out, the cases that show it",
        "一个条款：条文、执行它的代码、说明它的例子",
    ),
    (
        "For programs: the list as a JSON array, one rule set's options as a JSON schema, a clause or the form as an object",
        "供程序读取：列表为 JSON 数组，单个规则的选项为 JSON schema，一个条款或请求的格式为对象",
    ),
    (
        "What a request of `sifang score` and `sifang waits` is made of, field by field",
        "`sifang score` 和 `sifang waits` 的请求逐项怎样写",
    ),
    ("Results as JSON lines at a terminal, too", "在终端上也输出 JSON"),
    ("Show the help of a command, or of all", "显示一个命令或全部命令的帮助"),
    ("The command", "命令"),
    ("File of requests; - is standard input", "请求文件；- 表示标准输入"),
    ("Case files", "用例文件"),
    (
        "Play deals with bots and print statistics; the digest depends on the seed, never on the threads",
        "由机器人打若干局并统计；摘要只取决于种子等设定，与线程数无关",
    ),
    ("How many deals (at most 1000000000)", "局数（最多 1000000000）"),
    ("An option of the rule set; can be repeated", "规则选项，可重复给出"),
    (
        "Bots by seat, separated by commas; one name plays all seats",
        "按座位给出机器人，以逗号分隔；只写一个则各家相同",
    ),
    ("Seed of all chance", "随机种子"),
    ("Worker threads (by default as many as the machine has)", "线程数（默认为机器的线程数）"),
    (
        "Number of players, where the rule set leaves a choice (by default the most)",
        "人数，规则允许多种人数时可选（默认取最多）",
    ),
    ("The statistics as one JSON object", "以一个 JSON 对象输出统计"),
    (
        "Also play one fair match with these bots and save its record here, for `sifang replay`",
        "另用这些机器人打一场可验证的对局并存入此文件，供 `sifang replay` 核对",
    ),
    (
        "Let programs play against the bots, on walls that everybody plays from every seat",
        "让外来程序和机器人对局：每副牌墙轮流坐遍各个座位",
    ),
    (
        "A player for each seat, separated by commas: a bot's name, or a program in quotation marks",
        "每个座位的玩家，用逗号隔开：机器人的名字，或引号中的程序命令",
    ),
    (
        "How many deals; made up to whole walls, each played in every seating",
        "局数；凑成整副牌墙，每副各座位轮流打一遍",
    ),
    ("How long a program may think about an answer, in milliseconds", "程序回答一次最多想多少毫秒"),
    (
        "The bot that the first player is compared with, in the same seats (by default the last bot named, or random)",
        "第一个玩家在同一座位上和哪个机器人比较（默认为最后写的机器人，没有则为 random）",
    ),
    ("The report as one JSON object", "报告输出为一个 JSON 对象"),
    (
        "Compare two sets of options on the same walls: what does a house rule do to many deals?",
        "在同样的牌墙上比较两套选项：改一条家规，许多局之后会怎样？",
    ),
    ("An option of set A; can be repeated", "A 组的选项，可重复给出"),
    ("An option of set B; can be repeated", "B 组的选项，可重复给出"),
    (
        "How many walls, each played under A and under B as a single deal (at most 1000000000)",
        "牌墙数，每副按 A、B 各打一局（最多 1000000000）",
    ),
    (
        "How many whole matches instead: for options about the length of a match and the next dealer",
        "改打整场，打多少场：用于局数、坐庄等只影响整场的选项",
    ),
    ("Who plays at every seat: random, greedy, expert or net", "各家由谁打：random、greedy、expert 或 net"),
    (
        "Only this share of the work, such as 2/5: for several machines, see `sifang lab merge`",
        "只做其中一份，例如 2/5：供多台机器分工，见 `sifang lab merge`",
    ),
    ("Folder of the results; made if it is not there", "存放结果的目录，不存在时自动建立"),
    ("Put the results of several shares together", "把几份结果合并起来"),
    ("Folders of the shares", "各份结果的目录"),
    (
        "Verify a saved match: play its log again, compare every result, check the fairness commitment",
        "核对保存的对局：按记录重打一遍，比较每个结果，检查公平承诺",
    ),
    ("The saved match; - is standard input", "保存的对局文件；- 为标准输入"),
    (
        "Learn from a saved match: what each decision of a player cost, and why",
        "复盘保存的对局：玩家的每次选择损失了多少，为什么",
    ),
    (
        "Whose decisions, from 0; can be repeated (by default all seats that people played)",
        "复盘哪个座位，从 0 数起，可重复（默认所有由人打的座位）",
    ),
    ("Review only this deal (from 1)", "只复盘这一局（从 1 数起）"),
    (
        "Worlds in which a decision that looks like a mistake is played out; the others take fewer (at most 1000000)",
        "疑似失误的选择推演多少个世界，其他的按比例少推演（最多 1000000）",
    ),
    ("The review as one JSON object", "以一个 JSON 对象输出复盘"),
    ("Also write it as a page in both languages", "另存为双语网页"),
    (
        "Check the signature with this public key: 64 hexadecimal digits, or a file with keys, such as the answer of `/api/keys`",
        "用这个公钥核对签名：64 个十六进制数字，或公钥文件（例如 /api/keys 的回答）",
    ),
    (
        "Show the keys with which a server signs records, or take a new one into use",
        "显示服务器为记录签名的公钥，或换一把新的",
    ),
    ("Take a new key into use; the one before stays published", "换用新的密钥；原来的公钥继续公布"),
    (
        "No longer publish this earlier key, because somebody else may have its secret half",
        "不再公布这把以前的公钥：它的私钥可能已被别人拿到",
    ),
    ("The keys as JSON, as `/api/keys` answers", "以 JSON 输出，与 /api/keys 的回答相同"),
    ("Show it move by move, with every payment explained", "逐步显示，每笔付分都带说明"),
    ("Show only this deal (from 1)", "只显示这一局（从 1 数起）"),
    ("The verdict as JSON", "以 JSON 输出结论"),
    ("Only the verdict, which is what is printed anyway", "只输出结论（不加选项时也是如此）"),
    (
        "Instead of the verdict: what this seat saw after every move, or `open` for all hands, one JSON object per line",
        "不输出结论，而是该座位每一步之后看到的牌桌（`open` 为亮出所有手牌），每行一个 JSON 对象",
    ),
];

/// What stands in the long help below the first line, by command.
const NOTES: &[(&str, &str)] = &[
    (
        "backup",
        "在此之前确认过的每一步都在备份里。备份先经检查再定名，已有的文件不会被覆盖。实验室的报告不在其中。",
    ),
    (
        "move",
        "请先停下服务器。目标必须是空的，失败时也仍是空的：写入的内容会再读一遍，摘要必须相同。来源不变。实验室的报告不在其中。例子里的 `$DATABASE` 是 postgres://角色:密码@主机/数据库 这样的 URL。",
    ),
    (
        "vacuum",
        "旧版本建立的数据库需要做一次：以后删除的内容会自动把空间还给磁盘。磁盘上要有再放一份的空间。中途停止不会改变任何东西。",
    ),
    (
        "key",
        "用公钥可以核对一份记录是否出自这台服务器：`sifang replay --key`。以前的公钥继续公布，它们签过的记录仍可核对。要更换，请先停下服务器。",
    ),
    (
        "arena",
        "程序每行读一个 JSON，每行答一个 JSON，见 docs/arena.md。超时、退出或答了没有的选择，座位按超时处理，报告会写明。另有两轮由机器人代替第一个玩家：看出它好多少，其中多少只是运气。",
    ),
    (
        "replay",
        "结论只有一个，由牌墙、行牌、得分、终局、来历各项组成，全部成立才算成立；记录出自哪里，要给出 --key 才知道。有不符或无法核对的，退出码为 1。",
    ),
    (
        "review",
        "每次有得选的决定，把实际打法和最好的别种打法放进该座位分不出真假的世界里打到底，比较得分。损失的 95% 区间不含零才叫失误，\
         其余算打平。同一份记录、同一个种子，复盘也相同。见 docs/review.md。",
    ),
    ("restore", "先检查备份：整个数据库，以及每个未结束房间的摘要链。已有数据的目录原样不动。"),
    (
        "serve",
        "每项设置都可以用命令行参数、环境变量或 --config 文件中的一行给出，例如 `sockets_per_address = 50`；\
         命令行优先于环境变量，环境变量优先于文件。",
    ),
    (
        "score",
        "请求怎样写见 `sifang rules R --form`。结果是每行一个 JSON，在终端上则是给人看的文字。空行跳过。无法算分的行输出 \
         {\"error\": …, \"detail\": …}，后面的行照常处理，退出码为 1。每行最长 1 MiB。",
    ),
    (
        "lab",
        "每副牌墙按 A、B 各打一遍；结果分段存入 --out 给出的目录。中断（Ctrl-C，已完成的都保留）之后，再次执行同一命令即可接着跑。",
    ),
    (
        "waits",
        "请求怎样写见 `sifang rules R --form`。结果是每行一个 JSON，在终端上则是给人看的文字。空行跳过。无法回答的行输出 \
         {\"error\": …, \"detail\": …}，后面的行照常处理，退出码为 1。每行最长 1 MiB。",
    ),
];

fn word(english: &str) -> Option<&'static str> {
    WORDS.iter().find(|(en, _)| *en == english).map(|(_, zh)| *zh)
}

/// The command with its help in Chinese; words that have no translation stay as they are.
pub(crate) fn translate(command: Command) -> Command {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = word(&about).map_or(about, str::to_owned);
    let note = NOTES.iter().find(|(name, _)| *name == command.get_name());
    let long = note.map_or_else(|| about.clone(), |(_, note)| format!("{about}\n\n{note}"));
    let after = command.get_after_help().map(|text| text.to_string().replacen("Examples:", "示例：", 1));
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).help("显示帮助");
    let mut command = command
        .about(about)
        .long_about(long)
        .after_help(after.unwrap_or_default())
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
        .subcommand_help_heading("命令")
        .disable_help_flag(true)
        .mut_args(|arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let heading = if arg.is_positional() { "参数" } else { "选项" };
            let zh = word(&help).map_or(help, str::to_owned);
            arg.help(zh).help_heading(heading)
        })
        .arg(help.help_heading("选项"))
        .mut_subcommands(translate);
    if command.get_version().is_some() {
        let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
        command = command.disable_version_flag(true).arg(version.help("显示版本").help_heading("选项"));
    }
    command
}

/// What has no translation.
#[cfg(test)]
pub(crate) fn untranslated(command: &Command) -> Vec<String> {
    let said = command.get_about().into_iter().chain(command.get_arguments().filter_map(Arg::get_help));
    let mut missing: Vec<String> =
        said.map(ToString::to_string).filter(|english| word(english).is_none()).collect();
    let has_note = NOTES.iter().any(|(name, _)| *name == command.get_name());
    if command.get_long_about().is_some() != has_note {
        missing.push(format!("the notes of {}", command.get_name()));
    }
    missing.extend(command.get_subcommands().flat_map(untranslated));
    missing
}
