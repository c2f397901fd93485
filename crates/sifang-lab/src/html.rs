//! The report as one page that needs nothing else: no script, no network. Both languages are in it; two radio buttons choose.

use crate::chart::{HATCH, Words, escape, panels};
use crate::estimate::Certainty;
use crate::findings::{FIRST, Finding, LEGEND, difference_text, estimate_text};
use crate::metrics::Group;
use crate::report::{Report, Statistic};
use sifang_options::Text;
use std::fmt::Write;

const STYLE: &str = include_str!("report.css");

/// The page.
pub fn html(report: &Report) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>四方实验室 · {} · Sifang lab</title><style>{STYLE}</style></head><body>\
         <input type=\"radio\" name=\"lang\" id=\"zh\" checked><input type=\"radio\" name=\"lang\" id=\"en\">\
         <main><nav><label for=\"zh\">中文</label><label for=\"en\">English</label></nav>\
         <svg width=\"0\" height=\"0\" aria-hidden=\"true\">{HATCH}</svg>",
        escape(report.name.zh)
    );
    head(&mut page, report);
    page.push_str("<section><h2>");
    both(&mut page, Text::new("结论", "Findings"));
    page.push_str("</h2>");
    let (first, more) = report.findings.split_at(report.findings.len().min(FIRST));
    sentences(&mut page, first);
    if !more.is_empty() {
        page.push_str("<details><summary>");
        pair(&mut page, &format!("另外 {} 句", more.len()), &format!("{} more sentences", more.len()));
        page.push_str("</summary>");
        sentences(&mut page, more);
        page.push_str("</details>");
    }
    page.push_str("</section><div class=\"charts\">");
    for (zh, en) in panels(report, Words::Zh).iter().zip(panels(report, Words::En)) {
        let _ = write!(
            page,
            "<section><h2><span lang=\"zh\">{}</span><span lang=\"en\">{}</span><i class=\"a\"></i>A<i class=\"b\"></i>B</h2>\
             <div lang=\"zh\">{}</div><div lang=\"en\">{}</div></section>",
            zh.title,
            en.title,
            zh.svg(),
            en.svg()
        );
    }
    page.push_str("</div>");
    tables(&mut page, report);
    page.push_str("</main></body></html>\n");
    page
}

fn sentences(page: &mut String, list: &[Finding]) {
    page.push_str("<ul>");
    for finding in list {
        let class = if finding.certainty == Certainty::Unknown { "even" } else { "apart" };
        let _ = write!(page, "<li class=\"{class}\">{} ", finding.certainty.stars());
        pair(page, &finding.zh, &finding.en);
        page.push_str("</li>");
    }
    page.push_str("</ul>");
}

fn pair(page: &mut String, zh: &str, en: &str) {
    let _ = write!(page, "<span lang=\"zh\">{}</span><span lang=\"en\">{}</span>", escape(zh), escape(en));
}

fn both(page: &mut String, text: Text) {
    pair(page, text.zh, text.en);
}

fn head(page: &mut String, report: &Report) {
    page.push_str("<h1>");
    both(page, report.name);
    page.push_str("</h1><p>");
    let Report { deals, wanted, seed, bots, players, version, .. } = report;
    pair(
        page,
        &format!(
            "{deals} 副牌墙（要求 {wanted}），A、B 各打一遍 · {players} 家 · 机器人 {bots} · 种子 {seed} · 规则版本 {version}"
        ),
        &format!(
            "{deals} walls of {wanted} asked for, each played under A and B · {players} seats · bots {bots} · seed {seed} · rules version {version}"
        ),
    );
    page.push_str("</p><table class=\"changed\"><tr><th>");
    both(page, Text::new("不同的选项", "options that differ"));
    page.push_str("</th><th><i class=\"a\"></i>A</th><th><i class=\"b\"></i>B</th></tr>");
    for changed in &report.changed {
        page.push_str("<tr><td>");
        both(page, changed.label);
        let _ = write!(page, " <code>{}</code></td><td>", escape(changed.option));
        pair(page, &changed.a.zh, &changed.a.en);
        page.push_str("</td><td>");
        pair(page, &changed.b.zh, &changed.b.en);
        page.push_str("</td></tr>");
    }
    page.push_str("</table>");
}

fn tables(page: &mut String, report: &Report) {
    page.push_str("<section><h2>");
    both(page, Text::new("全部数据", "All figures"));
    page.push_str("</h2><p>");
    both(page, LEGEND);
    page.push_str("</p><div class=\"wide\"><table>");
    for group in Group::ALL {
        page.push_str("<tr class=\"group\"><th>");
        both(page, group.title());
        page.push_str("</th><th>A</th><th>B</th><th>A − B</th></tr>");
        for statistic in report.group(group) {
            row(page, statistic);
        }
    }
    page.push_str("</table></div></section>");
}

fn row(page: &mut String, statistic: &Statistic) {
    page.push_str("<tr><td>");
    both(page, statistic.name);
    let unit = statistic.unit;
    let _ = write!(
        page,
        "</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        escape(&estimate_text(statistic.a, unit)),
        escape(&estimate_text(statistic.b, unit)),
        escape(&difference_text(statistic.difference, unit))
    );
}
