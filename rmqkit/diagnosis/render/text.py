"""The whole verdict as plain text, for `--full` and wherever there is no page: `whole.txt.j2` lays it out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from jinja2 import Environment, StrictUndefined, Template

from rmqkit.diagnosis.finding import Finding, Verdict
from rmqkit.diagnosis.render import parts
from rmqkit.diagnosis.render.blocks import table_text
from rmqkit.diagnosis.render.document import group_rows
from rmqkit.diagnosis.render.parts import asked_about, cut, visible, words
from rmqkit.diagnosis.render.state_tables import StateTables
from rmqkit.diagnosis.render.style import layout
from rmqkit.diagnosis.retold import spoken
from rmqkit.diagnosis.timeline.epochs import state_at_end
from rmqkit.language import clock, in_language, joined, phrase_in
from rmqkit.language.wrapping import columns, padded, wrapped

MOST_CLIENTS, WIDEST_CLIENT = 8, 44
MOST = {"evidence": parts.MOST_EVIDENCE, "width": parts.WIDEST_EVIDENCE, "problems": 8, "entries": 12, "label": 10}


@cache
def text_template(content: str) -> Template:
    """A template of plain text, with what its filters are called."""
    environment = Environment(trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters |= {"visible": visible, "padded": padded, "wrapped": wrapped, "cut": cut}
    environment.filters["in_language"] = in_language
    environment.filters["spoken"] = lambda text, lang: visible(phrase_in(text, lang))
    return environment.from_string(content)


def diagnosis_text(
    diagnosis: Verdict, lang: str = "en", *, every_group: bool = False, with_queues: bool = False
) -> str:
    """The whole verdict: headline, numbered findings, what was read and what is missing.

    `lang`: en or zh. Where mqadmin was asked about some groups these are told whole, and of others
    that logs name a line each, worst first; `every_group` tells all of them. `with_queues`: who
    reads what, what is there, does it move stands before what was read.

    Plain text without colours, every line of the evidence on one line and without
    control characters.
    """
    diagnosis = spoken(diagnosis, lang)
    diagnosis, others = (diagnosis, []) if every_group else asked_about(diagnosis)
    details = list(_topics(diagnosis, lang)) if with_queues else ()
    rows = group_rows(diagnosis, others, lang)
    told = {"diagnosis": diagnosis, "others": rows, "details": details, "lang": lang, "say": words(lang)}
    known = {"parts": parts, "most": MOST, "joined": joined, "rows_of": _subscriptions}
    with clock.naming_zone(known=diagnosis.zone_known):
        return text_template(layout("whole.txt.j2")).render(told, **known).strip("\n")


def _topics(diagnosis: Verdict, lang: str) -> Iterator[str]:
    """The topics' queues: of the groups of which there are looks, where they are few."""
    looked = [(name, facts) for name, facts in diagnosis.facts.items() if facts.snapshots]
    for name, facts in looked[: parts.MOST_GROUPS]:
        state = StateTables(state_at_end(facts), lang, diagnosis.allocation.get(name, ()))
        tables = state.topic_tables()
        yield from (f"{visible(table.topic)}\n{table_text(table.heads, table.rows)}" for table in tables)
        if tables and (legend := state.legend()):
            yield "\n".join(f"{name}  {visible(client)}" for name, client in legend)


def _subscriptions(finding: Finding) -> list[str]:
    """Who subscribes to what: a row per client; of many those that are alike in one."""
    wishes = parts.subscriptions_by_wish(finding)
    rows = [(cut(who, WIDEST_CLIENT), wanted) for wanted, clients in wishes.items() for who in clients]
    if len(rows) > MOST_CLIENTS:
        more = {wanted: f" (+{len(clients) - 1})" if len(clients) > 1 else "" for wanted, clients in wishes.items()}
        rows = [(cut(clients[0], WIDEST_CLIENT) + more[wanted], wanted) for wanted, clients in wishes.items()]
    width = max((columns(who) for who, _ in rows), default=0)
    return [f"{padded(visible(who), width)}   {visible(wanted)}" for who, wanted in rows]
