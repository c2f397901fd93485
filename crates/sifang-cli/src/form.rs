//! `sifang rules R --form`: every field of a score request, made from the form that the reader of requests uses.
//!
//! docs/score.md has the same text for each rule set; a test compares.

use crate::example;
use crate::exit::Failure;
use crate::layout::wrapped;
use serde_json::{Map, Value};
use sifang_options::{Lang, Text, display_width};
use sifang_query::{FullForm, Query};
use sifang_rules::any::RuleSetId;
use sifang_rules::form::{Choice, Field, From, Kind, Need, WinningTile};
use std::io::{self, Write};

/// Fields that mean nothing special when they are left out, whatever a win of the book that has them says.
const LEFT_OUT: [&str; 3] = ["options", "melds", "context"];

/// Columns of a line.
const WIDTH: usize = 96;

/// Where the words of a field begin.
const BELOW: usize = 8;

/// Prints the form; for programs as the JSON that the server gives at `/api/rules/R/form`.
pub(crate) fn show(id: RuleSetId, json: bool, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let form = sifang_query::form(id);
    if json {
        serde_json::to_writer_pretty(&mut *out, &form)?;
        writeln!(out)?;
        return Ok(());
    }
    let mut page = Page { id, lang, wins: example::wins(id), form: &form, out };
    page.common()?;
    page.own()?;
    page.answers()?;
    Ok(())
}

struct Page<'a> {
    id: RuleSetId,
    lang: Lang,
    /// Wins of the book, to try which fields can be left out.
    wins: Vec<Map<String, Value>>,
    form: &'a FullForm,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    fn say(&self, zh: &'static str, en: &'static str) -> &'static str {
        Text::new(zh, en).get(self.lang)
    }

    /// Whether a request needs the field, tried on the wins of the book: some may be refused without it, some may have none.
    fn need(&self, name: &str) -> &'static str {
        let is_refused = |win: &Map<String, Value>| {
            let mut without = win.clone();
            without.remove(name);
            !sifang_query::answer(
                Value::Object(without).to_string().as_bytes(),
                Query::Score,
                &mut Vec::new(),
            )
        };
        let (having, lacking): (Vec<_>, Vec<_>) = self.wins.iter().partition(|win| win.contains_key(name));
        match (having.into_iter().any(is_refused), lacking.is_empty()) {
            _ if LEFT_OUT.contains(&name) => self.say("可省略", "optional"),
            (true, true) => self.say("必填", "required"),
            (true, false) => self.say("视胡法而定", "depending on the win"),
            (false, _) => self.say("可省略", "optional"),
        }
    }

    fn title(&mut self, zh: &'static str, en: &'static str) -> io::Result<()> {
        let title = self.say(zh, en);
        writeln!(self.out, "\n{title}")
    }

    /// A field: its name, its type, whether it must be there, and what it says.
    fn field(&mut self, name: &str, json: &str, waits: bool, text: &str) -> io::Result<()> {
        let need = self.need(name);
        let asked = if waits { self.say("，查听也用", ", also of waits") } else { "" };
        match self.lang {
            Lang::Zh => writeln!(self.out, "  {name}：{json}，{need}{asked}")?,
            Lang::En => writeln!(self.out, "  {name}: {json}, {need}{asked}")?,
        }
        for line in wrapped(text, WIDTH - 6) {
            writeln!(self.out, "      {line}")?;
        }
        Ok(())
    }

    /// Words that can be written, each with what it means.
    fn words<'w>(&mut self, indent: usize, words: impl Iterator<Item = (&'w str, String)>) -> io::Result<()> {
        let words: Vec<_> = words.collect();
        let widest = words.iter().map(|(word, _)| display_width(word)).max().unwrap_or(0);
        for (word, text) in words {
            let space = " ".repeat(widest - display_width(word));
            writeln!(self.out, "{:indent$}{word}{space}  {text}", "")?;
        }
        Ok(())
    }

    fn choices(&mut self, indent: usize, choices: &[Choice]) -> io::Result<()> {
        let lang = self.lang;
        self.words(indent, choices.iter().map(|choice| (choice.name, choice.label.get(lang).to_owned())))
    }

    /// The fields of every rule set.
    fn common(&mut self) -> io::Result<()> {
        let id = self.id.id();
        let (text, number) = (self.say("文字", "text"), self.say("整数", "number"));
        writeln!(
            self.out,
            "{}",
            match self.lang {
                Lang::Zh => format!("{id}：一个请求是一行 JSON 对象。座位从 0 数起，牌写成 123m55p77z。"),
                Lang::En => format!(
                    "{id}: a request is one JSON object on one line. Seats count from 0; tiles are 123m55p77z."
                ),
            }
        )?;
        self.title("请求", "request")?;
        self.field("rules", text, true, &format!("\"{id}\""))?;
        let object = self.say("对象", "object");
        let options = match self.lang {
            Lang::Zh => format!("规则选项的名称和值，不写的取默认；`sifang rules {id}` 列出全部。"),
            Lang::En => {
                format!("Options by name; the others have their defaults. `sifang rules {id}` lists them.")
            }
        };
        self.field("options", object, true, &options)?;
        let seats: Vec<String> = self.form.seats.iter().map(ToString::to_string).collect();
        let players = self.say("人数，默认取最多：", "How many play, by default the most: ");
        self.field("players", number, false, &format!("{players}{}", seats.join(", ")))?;
        self.field(
            "dealer",
            number,
            false,
            self.say("庄家的座位，默认 0。", "Seat of the dealer, by default 0."),
        )?;
        self.field("winner", number, false, self.say("胡牌的座位。", "Seat of the winner."))?;
        let hand = self.form.form.hand;
        let concealed = match self.lang {
            Lang::Zh => format!("手牌，不算胡的那张：{hand} 张，每副副露少三张。"),
            Lang::En => {
                format!("Closed tiles without the winning tile: {hand}, and three fewer for each meld.")
            }
        };
        self.field("concealed", text, true, &concealed)?;
        self.melds()?;
        let tile = self.say("胡的那张牌。", "The winning tile.");
        self.field("winning_tile", text, false, tile)?;
        self.field("source", text, false, self.say("怎样胡的：", "How the win came about:"))?;
        self.choices(BELOW, self.form.form.sources)?;
        let from = self.say(
            "胡的牌从哪一家来；自摸不写。",
            "The seat that the winning tile came from; not for a self-draw.",
        );
        self.field("from", number, false, from)?;
        self.context()
    }

    fn melds(&mut self) -> io::Result<()> {
        let list = self.say("列表", "list");
        let text = self.say(
            "副露，每副写成 {\"kind\": 种类, \"tiles\": \"333p\", \"from\": 从哪一家来}：",
            "Melds, each as {\"kind\": its kind, \"tiles\": \"333p\", \"from\": the seat it came from}:",
        );
        self.field("melds", list, true, text)?;
        let (lang, melds) = (self.lang, self.form.form.melds);
        self.words(
            BELOW,
            melds.iter().map(|meld| {
                let from = match meld.from {
                    From::Nobody => Text::new("不写 from", "without `from`"),
                    From::Previous => Text::new("来自上家", "from the seat before"),
                    From::Other => Text::new("来自另一家", "from another seat"),
                };
                (meld.name, format!("{} ({})", meld.label.get(lang), from.get(lang)))
            }),
        )
    }

    fn context(&mut self) -> io::Result<()> {
        let most = self.form.form.most_flags;
        let text = match self.lang {
            Lang::Zh => format!("胡牌时的情况，最多 {most} 个："),
            Lang::En => format!("Circumstances of the win, at most {most}:"),
        };
        self.field("context", self.say("文字列表", "list of texts"), false, &text)?;
        let (lang, flags) = (self.lang, self.form.form.flags);
        self.words(
            BELOW,
            flags.iter().map(|flag| {
                let tile = match flag.tile {
                    WinningTile::Given => String::new(),
                    WinningTile::None => {
                        Text::new("；不写 winning_tile", "; without winning_tile").get(lang).into()
                    }
                    WinningTile::DealerOnly => {
                        Text::new("；只有庄家写 winning_tile", "; only a dealer has a winning_tile")
                            .get(lang)
                            .into()
                    }
                    WinningTile::Field(name) => match lang {
                        Lang::Zh => format!("；胡的牌写在 {name}"),
                        Lang::En => format!("; the winning tile is that of {name}"),
                    },
                };
                (flag.name, format!("{} ({}{tile})", flag.label.get(lang), flag.sources.join(", ")))
            }),
        )
    }

    /// The fields of this rule set alone.
    fn own(&mut self) -> io::Result<()> {
        let form = self.form.form;
        if form.fields.is_empty() && form.unasked.is_empty() {
            return Ok(());
        }
        self.title("这种规则自己的项", "fields of this rule set")?;
        for field in form.fields.iter().chain(form.unasked) {
            let (json, takes) = kind(field.kind, self.lang);
            let text = format!("{}{takes}{}", field.label.get(self.lang), when(field, self.lang));
            self.field(field.name, json, field.waits, &text)?;
            if let Kind::Word(words) | Kind::Words(words) = field.kind {
                self.choices(BELOW, words)?;
            }
        }
        Ok(())
    }

    /// What an answer says, and a request to try.
    fn answers(&mut self) -> io::Result<()> {
        self.title("答案里的数", "numbers of the answer")?;
        self.choices(2, self.form.form.figures)?;
        self.title("例子", "examples")?;
        let (score, waits) = (example::score(self.id), example::waits(self.id));
        for (request, command) in [(score, "score"), (waits, "waits")] {
            writeln!(self.out, "tr -d '\\n' <<'END' | sifang {command}\n{}\nEND", folded(&request))?;
        }
        Ok(())
    }
}

/// A request on several lines, broken after commas.
fn folded(request: &str) -> String {
    let mut lines = vec![String::new()];
    for part in request.split_inclusive(',') {
        match lines.last_mut() {
            Some(line) if line.len() + part.len() <= WIDTH => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.join("\n")
}

/// What a field is in JSON, and what it takes.
fn kind(kind: Kind, lang: Lang) -> (&'static str, String) {
    let say = |zh: &'static str, en: &'static str| Text::new(zh, en).get(lang);
    let (text, numbers) = (say("文字", "text"), say("整数列表", "list of numbers"));
    let counted = |zh: String, en: String| if lang == Lang::Zh { zh } else { en };
    match kind {
        Kind::Tile => (text, say("：一张牌", ": one tile").into()),
        Kind::Tiles(most) => {
            (text, counted(format!("：最多 {most} 张牌"), format!(": at most {most} tiles")))
        }
        Kind::Flowers => (text, say("：花牌", ": flowers").into()),
        Kind::Word([]) => (text, String::new()),
        Kind::Word(_) => (text, say("：其中之一", ": one of").into()),
        Kind::Seat => {
            (say("整数", "number"), say("：另一家的座位", ": another seat than the winner's").into())
        }
        Kind::Seats(most) => {
            (numbers, counted(format!("：最多 {most} 个别家的座位"), format!(": at most {most} other seats")))
        }
        Kind::Numbers(0) => (numbers, say("：每个座位一个数", ": a number for each seat").into()),
        Kind::Numbers(most) => (
            numbers,
            counted(
                format!("：每个座位一个数，0 到 {most}"),
                format!(": a number for each seat, 0 to {most}"),
            ),
        ),
        Kind::Words(_) => {
            let each = say("：每个座位一个，不写为第一种", ": one for each seat; the first is the default");
            (say("文字列表", "list of texts"), each.into())
        }
        Kind::Flag => (say("true 或 false", "true or false"), String::new()),
    }
}

/// When a field is asked for.
fn when(field: &Field, lang: Lang) -> String {
    let need = |need: &Need| match (need, lang) {
        (Need::Source(source), Lang::Zh) => format!("source 为 {source}"),
        (Need::Source(source), Lang::En) => format!("source is {source}"),
        (Need::Option(name, value), Lang::Zh) => format!("选项 {name} 为 {value}"),
        (Need::Option(name, value), Lang::En) => format!("the option {name} is {value}"),
        (Need::OptionNot(name, value), Lang::Zh) => format!("选项 {name} 不为 {value}"),
        (Need::OptionNot(name, value), Lang::En) => format!("the option {name} is not {value}"),
    };
    let needs: Vec<String> = field.when.iter().map(need).collect();
    match (needs.is_empty(), lang) {
        (true, _) => String::new(),
        (false, Lang::Zh) => format!("（仅当 {}）", needs.join("，或 ")),
        (false, Lang::En) => format!(" (only when {})", needs.join(", or ")),
    }
}
