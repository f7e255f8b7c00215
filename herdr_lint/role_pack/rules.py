"""One role pack: everything that can be said of it but for what its role files say themselves."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from herdr_lint.files.regular import larger_than
from herdr_lint.files.tree import MappingTree, PackTree
from herdr_lint.judge import validator
from herdr_lint.judge.isolation import shielded
from herdr_lint.judge.judge import judge
from herdr_lint.late import late
from herdr_lint.model import Finding, Unchecked
from herdr_lint.role_pack import content_rules as content
from herdr_lint.role_pack import layout_rules as layout
from herdr_lint.role_pack.extension.script import LARGEST as LARGEST_SCRIPT
from herdr_lint.role_pack.reading import MANIFEST, read_role_pack
from herdr_lint.role_pack.subject import CONTEXT, Pack, spelled

if TYPE_CHECKING:
    from herdr_lint.judge import parse_findings
    from herdr_lint.role_pack import manifest, scripts
else:
    parse_findings = late("herdr_lint.judge.parse_findings")
    manifest = late("herdr_lint.role_pack.manifest")
    scripts = late("herdr_lint.role_pack.scripts")

SCHEMA = "role/role-pack.schema.json"
EXTENSION_SCHEMA = "role/extension.schema.json"

Rule: TypeAlias = Callable[[Pack], Iterable[Finding]]

_BOUNDS = frozenset({"yaml-too-large", "too-deep"})
"""Why a block of YAML is not read whole that nobody writes who means no harm."""

_TROUBLES = {
    "too-large": larger_than(LARGEST_SCRIPT),
    "too-deep": "nested too deeply",
    "too-complex": "too costly to parse",
}


class PackCheck(NamedTuple):
    """What checking one role pack yields.

    ``registered`` are the folders and files of roles by their names in the pack, None where that
    cannot be told; ``files`` are the files that were judged, as findings name them.
    """

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    registered: tuple[str, ...] | None = None
    files: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def check_role_pack(
    files: PackTree | Mapping[str, bytes],
    prefix: str = "",
    *,
    packed: bool = False,
    certain: bool = False,
    configured: Sequence[str] | None = None,
    roles_only: bool = False,
) -> PackCheck:
    """Judge a package that registers roles with the host (role reading 1.7, 1.9, 3.2 to 3.4).

    Nothing but ``files`` is read. ``prefix`` stands before each name in findings: ``packs/crew/``
    or ``crew-1.0.0.tgz!``. A ``packed`` pack is what npm made of it. Without ``certain``, a
    package that shows in no way that it is meant for the host is left alone. ``configured`` are
    the places of roles, where somebody names them. With ``roles_only`` nothing is looked for but
    what is told at role files.
    """
    tree = files if isinstance(files, PackTree) else MappingTree(files)
    if tree.is_file(MANIFEST) and tree.read(MANIFEST) is None:
        return PackCheck(unchecked=tuple(_unread(tree, prefix)))
    reading = read_role_pack(tree, prefix, packed=packed, configured=configured)
    if not certain and not reading.is_for_the_host:
        reason = "nothing in this package registers roles with the host"
        nothing = (Unchecked(prefix + MANIFEST, reason), *_unread(tree, prefix))
        return PackCheck((), nothing, reading.registered)
    pack = Pack(reading)
    shown = prefix + MANIFEST
    rules = OF_ROLES if roles_only else RULES
    findings = [one for rule in rules for one in shielded(shown, partial(rule, pack))]
    if roles_only:
        return PackCheck(tuple(findings), (), reading.registered, (), reading.role_places)
    return PackCheck(
        tuple(findings),
        tuple(_unchecked(pack)),
        reading.registered,
        tuple(_judged(pack)),
        reading.role_places,
    )


def registered_paths(tree: PackTree) -> tuple[str, ...] | None:
    """The folders and files of roles that a package registers with the host, by their names in it.

    Empty for a package that registers nothing, such as one whose scripts nowhere speak of the
    host's channel, for which nothing is parsed, and the host itself. None where it cannot be known:
    the extension works the place out when it runs, or the package only says that it brings roles.
    Where nothing is at the registered places, the folders that go by custom are meant as well.
    """
    reading = read_role_pack(tree)
    if not reading.is_for_the_host:
        # What a script registers that nobody could read is not known.
        return (
            None if any(path in tree.unread for path in reading.resources.extensions or ()) else ()
        )
    if not reading.registered:
        return None
    return tuple(sorted({*reading.registered, *reading.role_places}))


def _manifest(pack: Pack) -> Iterator[Finding]:
    if pack.reading.manifest.readable and isinstance(pack.reading.manifest.data, Mapping):
        document = manifest.manifest_document(pack.reading)
        yield from judge(document, validator.shipped(SCHEMA), CONTEXT)


def _extension(pack: Pack) -> Iterator[Finding]:
    for document in scripts.extension_documents(pack.reading):
        yield from judge(document, validator.shipped(EXTENSION_SCHEMA), CONTEXT)


OF_ROLES: tuple[Rule, ...] = (
    layout.roles_folder,
    content.size_of_skills,
    content.skills_not_in_pack,
)
"""Rules that tell of role files what only the pack shows."""

RULES: tuple[Rule, ...] = (
    layout.manifest,
    _manifest,
    _extension,
    layout.inner_package,
    content.shipped_skills,
    *OF_ROLES,
)


def _judged(pack: Pack) -> Iterator[str]:
    yield pack.display_path(MANIFEST)
    modules = pack.reading.modules.known
    yield from (pack.display_path(one.path) for one in modules if one.script.trouble is None)
    yield from (document.path for _, document in pack.skills or ())


def _unread(tree: PackTree, prefix: str) -> Iterator[Unchecked]:
    for path, reason in sorted(tree.unread.items()):
        yield Unchecked(prefix + spelled(path), reason, decides=True)


def _unchecked(pack: Pack) -> Iterator[Unchecked]:
    reading = pack.reading
    yield from _unread(reading.tree, reading.prefix)
    bridge = reading.bridge
    for module in reading.modules.known:
        script = module.script
        if script.trouble is not None:
            yield Unchecked(reading.prefix + module.path, _TROUBLES[script.trouble], decides=True)
        elif script.broken is not None:
            line = script.broken.start.line
            reason = f"line {line} is not understood, so this script is judged in part only"
            yield Unchecked(reading.prefix + module.path, reason, decides=True)
    for path in sorted(reading.modules.refused):
        reason = "the pack has too many scripts to read them all"
        yield Unchecked(reading.prefix + path, reason, decides=True)
    if bridge.entries and not bridge.channel and not bridge.near and not bridge.certain:
        reason = "the event that it listens to is worked out when it runs; write its name"
        yield Unchecked(reading.prefix + bridge.entries[0], reason, decides=True)
    if bridge.listeners and not reading.role_places and bridge.registered is None:
        path = reading.prefix + bridge.listeners[0].module.path
        reason = (
            "the roles that it registers are worked out when it runs; name their folder in `roles`"
            " of the configuration"
        )
        yield Unchecked(path, reason, decides=True)
    skills = reading.resources.skills or ()
    if len(pack.readable_skills) < len(skills):
        path = reading.prefix + skills[len(pack.readable_skills)]
        reason = "the pack has too many skills to read them all"
        yield Unchecked(path, reason, decides=True)
    yield from _skills_in_part(pack)
    if len(pack.readable_asking) < len(pack.files_asking):
        path = reading.prefix + pack.files_asking[len(pack.readable_asking)]
        reason = "the pack has too many roles with skills to read them all"
        yield Unchecked(path, reason, decides=True)
    if not reading.packed and not reading.npm.certain:
        reason = "there are too many patterns to tell what npm leaves out"
        yield Unchecked(reading.prefix + MANIFEST, reason)


def _skills_in_part(pack: Pack) -> Iterator[Unchecked]:
    """Skills with frontmatter of which Pi may read more than is read here, such as an alias."""
    for _, document in pack.skills or ():
        for problem in document.problems:
            reason = f"its frontmatter is read in part only: {parse_findings.phrase(problem)}"
            yield Unchecked(document.path, reason, decides=problem.kind in _BOUNDS)
