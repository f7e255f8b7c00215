"""What targets yielded as one report: with what crosses them, without what files ignore."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from heapq import merge
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from herdr_lint.catalog.collisions import collisions
from herdr_lint.config.filters import Silenced, apply_settings, silenced
from herdr_lint.config.ignores import apply_ignores
from herdr_lint.config.loading import Configs
from herdr_lint.config.settings import FileSettings
from herdr_lint.judge.document import Document
from herdr_lint.late import late
from herdr_lint.model import Finding, Report, Suppressed, Unchecked
from herdr_lint.project.targets import Discovery
from herdr_lint.run.check_result import CheckResult
from herdr_lint.run.misplaced import misplaced_findings

if TYPE_CHECKING:
    from herdr_lint import findings as many
    from herdr_lint.findings import Findings
    from herdr_lint.openwop.record import PackRecord
    from herdr_lint.openwop.rules import across
else:
    many = late("herdr_lint.findings")
    across = late("herdr_lint.openwop.rules.across")


def merged(
    found: Discovery, checked: CheckResult, configs: Configs
) -> tuple[Report, frozenset[Silenced]]:
    """The report: what each target yielded, and what crosses them, as each file wants it told.

    With it comes what is not wanted of that, and of what is wrong with what files ignore.
    """
    between_packs, untold = _between_packs(checked.packs)
    across = chain(collisions(checked.roles, configs.run.alternatives), between_packs)
    told = (finding for finding in across if found.covers(finding.path))
    crossing, unwanted = _crossing(chain(told, misplaced_findings(found.misplaced)), configs)
    suppressed: list[Suppressed] = []
    left_out: set[Silenced] = set()
    findings: Sequence[Finding] = ()
    if checked.findings or crossing or checked.ignoring:
        own = many.Findings(checked.findings).drained()
        covered = (one for one in own if found.covers(one.path))
        every = merge(covered, crossing, key=attrgetter("sort_key")) if crossing else covered
        findings = many.settled(unsuppressed(every, checked, configs, suppressed, left_out))
    unchecked = [one for one in (*checked.unchecked, *untold) if found.covers(one.path)]
    files = [one for one in checked.files if found.covers(one)]
    report = Report.of(findings, (*found.unchecked, *unchecked), files, suppressed)
    return report, unwanted | left_out


def _crossing(
    told: Iterable[Finding], configs: Configs
) -> tuple[Sequence[Finding], frozenset[Silenced]]:
    """What crosses targets as each file wants it told, and what of it is not wanted."""
    first = next(told := iter(told), None)
    if first is None:
        return (), frozenset()
    wanted: Findings[Finding] = many.Findings()
    unwanted: set[Silenced] = set()
    for path, met in _by_path(many.Findings(chain((first,), told)).drained(), ()):
        wants = configs.around(path).for_file(path)
        wanted.add(_wanted(wants, unwanted, met))
    return wanted, frozenset(unwanted)


def _wanted(wants: FileSettings, unwanted: set[Silenced], found: list[Finding]) -> list[Finding]:
    """Findings as their file wants them told; what it does not want is ``unwanted``."""
    unwanted |= silenced(found, wants)
    return apply_settings(found, wants)


def _between_packs(
    packs: tuple[PackRecord, ...],
) -> tuple[tuple[Finding, ...], tuple[Unchecked, ...]]:
    """What OpenWOP packs show together; most runs have none, and need not load their rules."""
    if not packs:
        return (), ()
    return across.crossing(packs)


def unsuppressed(
    findings: Iterable[Finding],
    checked: CheckResult,
    configs: Configs,
    suppressed: list[Suppressed],
    unwanted: set[Silenced],
) -> Iterator[Finding]:
    """Findings in order, without those that their own file ignores: these become ``suppressed``.

    With them comes what is wrong with what files ignore, or becomes ``unwanted``.
    """
    ignoring: dict[str, list[Document]] = defaultdict(list)
    for document in checked.ignoring:
        ignoring[document.path].append(document)
    for path, found in _by_path(findings, ignoring):
        left: Sequence[Finding] = found
        for document in ignoring.get(path, ()):
            config = configs.of_shown(path)
            wants = config.for_file(path)
            sifted = apply_ignores(
                left,
                document,
                known=config.known_rules,
                runs=wants.selection.runs,
                wanted=partial(_wanted, wants, unwanted),
            )
            left = sifted.findings
            suppressed += sifted.suppressed
        yield from left


def _by_path(
    findings: Iterable[Finding], others: Iterable[str]
) -> Iterator[tuple[str, list[Finding]]]:
    """The findings of each file, which come in order, and none of some others."""
    waiting = sorted(others, reverse=True)
    for path, found in groupby(findings, attrgetter("path")):
        while waiting and waiting[-1] <= path:
            if (other := waiting.pop()) != path:
                yield other, []
        yield path, list(found)
    yield from ((other, []) for other in reversed(waiting))
