//! The review as one page that needs nothing else: no script, no network. Both languages are in it; two radio buttons choose. It
//! follows the light or dark scheme of the screen, and prints in black on white.

use crate::report::{Compared, DealReview, Review, Said, SeatReview};
use crate::words::action_words;
use sifang_lab::escape;
use sifang_options::{Sentence, Text, sentence};
use std::fmt::Write;

const STYLE: &str = include_str!("review.css");

/// The page; `name` is what the rule set is called.
pub fn html(review: &Review, name: Text) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>复盘 · {} · Review</title><style>{STYLE}</style></head><body>\
         <input type=\"radio\" name=\"lang\" id=\"zh\" checked><input type=\"radio\" name=\"lang\" id=\"en\">\
         <main><nav><label for=\"zh\">中文</label><label for=\"en\">English</label></nav>",
        escape(name.zh)
    );
    tag(&mut page, "h1", &sentence!("复盘 · {zh}", "Review · {en}", zh = name.zh, en = name.en));
    let Review { match_id, player, worlds, seed, .. } = review;
    tag(
        &mut page,
        "p",
        &sentence!(
            "对局 {match_id} · 由 {player} 推演 · 疑似失误推演 {worlds} 个世界 · 种子 {seed}",
            "match {match_id} · played out by {player} · {worlds} worlds for what looks like a mistake · seed {seed}"
        ),
    );
    for seat in &review.seats {
        seat_part(&mut page, seat);
    }
    page.push_str("</main></body></html>\n");
    page
}

fn both(page: &mut String, zh: &str, en: &str) {
    let _ = write!(page, "<span lang=\"zh\">{}</span><span lang=\"en\">{}</span>", escape(zh), escape(en));
}

fn tag(page: &mut String, name: &str, said: &Sentence) {
    let _ = write!(page, "<{name}>");
    both(page, &said.zh, &said.en);
    let _ = write!(page, "</{name}>");
}

fn seat_part(page: &mut String, seat: &SeatReview) {
    let SeatReview { compared, mistakes, result, play, luck, .. } = seat;
    let number = seat.seat;
    page.push_str("<section>");
    tag(page, "h2", &sentence!("{number} 号位", "Seat {number}"));
    tag(
        page,
        "p",
        &sentence!(
            "比较了 {compared} 次选择，失误 {mistakes} 次。结果 {result:+} = 失误 {play} 与运气 {luck}。",
            "{compared} decisions compared, {mistakes} mistakes. Result {result:+} = play {play} and luck {luck}."
        ),
    );
    if *mistakes == 0 {
        tag(page, "p", &sentence!("没有发现失误。", "No mistake was found."));
    } else {
        tag(page, "h3", &sentence!("代价最大的失误", "The costliest mistakes"));
        seat.worst().for_each(|mistake| mistake_part(page, mistake));
    }
    page.push_str("</section><section>");
    tag(page, "h3", &sentence!("逐局", "Deal by deal"));
    page.push_str("<table><tr>");
    let titles = [
        sentence!("局", "deal"),
        sentence!("结果", "result"),
        sentence!("失误", "play"),
        sentence!("运气", "luck"),
        sentence!("起手", "of it at the start"),
        sentence!("失误次数", "mistakes"),
    ];
    titles.iter().for_each(|title| tag(page, "th", title));
    page.push_str("</tr>");
    for deal in &seat.deals {
        let start = deal.start.map(|start| start.to_string()).unwrap_or_default();
        let found = mistakes_of(deal).count();
        let DealReview { deal, result, play, luck, .. } = deal;
        let _ = write!(
            page,
            "<tr><td>{deal}</td><td>{result:+}</td><td>{play}</td><td>{luck}</td><td>{start}</td><td>{found}</td></tr>"
        );
    }
    page.push_str("</table></section>");
    for deal in seat.deals.iter().filter(|deal| mistakes_of(deal).next().is_some()) {
        let number = deal.deal;
        page.push_str("<section>");
        tag(page, "h3", &sentence!("第 {number} 局", "Deal {number}"));
        mistakes_of(deal).for_each(|mistake| mistake_part(page, mistake));
        page.push_str("</section>");
    }
}

fn mistakes_of(deal: &DealReview) -> impl Iterator<Item = &Compared> {
    deal.decisions.iter().filter(|compared| compared.mistake)
}

fn mistake_part(page: &mut String, mistake: &Compared) {
    let Compared { deal, place, hand, loss, worlds, .. } = mistake;
    let (value, low, high) = (loss.value, loss.low, loss.high);
    let [played, better] = [mistake.played, mistake.better].map(action_words);
    page.push_str("<article><p class=\"loss\">");
    let _ = write!(page, "−{value:.1}</p><p><b>");
    both(
        page,
        &format!("{}，不如{}", played.zh, better.zh),
        &format!("{} instead of {}", played.en, better.en),
    );
    page.push_str("</b>");
    if let Some(kind) = mistake.kind {
        page.push_str(" <i>");
        both(page, kind.name().zh, kind.name().en);
        page.push_str("</i>");
    }
    page.push_str("<br>");
    if let Some(Said { zh, en }) = &mistake.reason {
        both(page, zh, en);
    }
    page.push_str("</p><p class=\"small\">");
    let tile = mistake.tile.as_ref().map(|tile| format!(" ← {tile}")).unwrap_or_default();
    both(
        page,
        &format!(
            "第 {deal} 局第 {place} 手 · {hand}{tile} · 损失 {low:.1} 到 {high:.1}（95%，{worlds} 个世界）"
        ),
        &format!(
            "deal {deal}, move {place} · {hand}{tile} · loses {low:.1} to {high:.1} (95 %, {worlds} worlds)"
        ),
    );
    page.push_str("</p></article>");
}
