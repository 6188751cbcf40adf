import { suggest } from '../../diagnostics/suggestion.js';
import type { AttributeDraft, RelationDraft, TypeDraft } from '../draft.js';
import { type Registry, attributeOf, targetHint } from '../registry.js';
import { userUid } from '../names/names.js';
import type { Report } from '../report.js';
import { facingKinds } from './schema-sides.js';
import type { Located } from '../values.js';

/** Checks that every relation has a target, and another side if it names one. */
export function checkRelations(registry: Registry, report: Report): void {
  for (const owner of registry.types) {
    for (const attribute of owner.attributes) {
      if (attribute.kind === 'relationDraft') checkRelation(owner, attribute, registry, report);
    }
  }
  for (const owner of registry.components) {
    for (const attribute of owner.attributes) {
      if (attribute.kind === 'relationDraft') checkInComponent(attribute, registry, report);
    }
  }
}

function checkInComponent(relation: RelationDraft, registry: Registry, report: Report): void {
  findTarget(relation, registry, report);
  const side = relation.inversedBy ?? relation.mappedBy ?? relation.morphBy;
  const inverse = relation.relation === 'morphOne' || relation.relation === 'morphMany';
  if (!side && !inverse) return;
  const message = `relation ${relation.name} is inside a component, so it cannot have another side`;
  report(
    'CG307',
    side?.span ?? relation.span,
    message,
    'remove inversedBy, mappedBy or morphBy, or move the relation to a content type',
  );
}

function checkRelation(owner: TypeDraft, relation: RelationDraft, registry: Registry, report: Report): void {
  const target = findTarget(relation, registry, report);
  const fits = checkSides(relation, report);
  if (!target || !fits) return;
  if (relation.morphBy) checkMorphBy(relation.morphBy, target, report);
  else if (relation.inversedBy) checkOtherSide(owner, relation, target, relation.inversedBy, registry, report);
  else if (relation.mappedBy) checkOtherSide(owner, relation, target, relation.mappedBy, registry, report);
}

function findTarget(relation: RelationDraft, registry: Registry, report: Report): TypeDraft | undefined {
  if (!relation.target) return undefined;
  const { value, span } = relation.target;
  const target = registry.findType(value);
  if (!target) report('CG301', span, `content type "${value}" does not exist`, targetHint(value, registry));
  return target;
}

/** The options with which each kind names its other side. */
const sidesOf: Readonly<Record<RelationDraft['relation'], readonly ('inversedBy' | 'mappedBy' | 'morphBy')[]>> = {
  oneToOne: ['inversedBy', 'mappedBy'],
  oneToMany: ['mappedBy'],
  manyToOne: ['inversedBy'],
  manyToMany: ['inversedBy', 'mappedBy'],
  morphToOne: [],
  morphToMany: [],
  morphOne: ['morphBy'],
  morphMany: ['morphBy'],
};

function checkSides(relation: RelationDraft, report: Report): boolean {
  const allowed = sidesOf[relation.relation];
  const given = (['inversedBy', 'mappedBy', 'morphBy'] as const).flatMap((side) => {
    const written = relation[side];
    return written ? [{ side, span: written.span }] : [];
  });
  const wrong = given.find(({ side }) => !allowed.includes(side));
  const [, second] = given;
  if (wrong) {
    const hint =
      allowed.length > 0 ? `use ${allowed.join(' or ')} instead` : 'remove it, because the relation has no other side';
    report('CG306', wrong.span, `${relation.relation} relations have no ${wrong.side}`, hint);
  } else if (second) {
    const hint = 'write inversedBy on the owning side, and mappedBy on the other side';
    report('CG306', second.span, `relation ${relation.name} has both inversedBy and mappedBy`, hint);
  }
  return !wrong && !second;
}

function checkMorphBy(morphBy: Located<string>, target: TypeDraft, report: Report): void {
  const found = attributeOf(target, morphBy.value);
  if (target.unclear.includes(morphBy.value) || (found && isMorph(found))) return;
  const candidates = target.attributes.filter(isMorph).map(({ name }) => name);
  const problem = found ? 'is not a morphToOne or morphToMany relation' : 'does not exist';
  report('CG308', morphBy.span, `${target.name}.${morphBy.value} ${problem}`, suggest(morphBy.value, candidates));
}

function isMorph(attribute: AttributeDraft): boolean {
  const relation = attribute.kind === 'relationDraft' ? attribute.relation : undefined;
  return relation === 'morphToOne' || relation === 'morphToMany';
}

/** The file for an attribute of the user, which code of a Strapi project may add. */
function userFile({ source }: TypeDraft): string {
  if (source === undefined) return 'a definition of the user, such as content/user.ts';
  if (!source.includes('extensions/')) return source;
  return `${source}; if strapi-server adds it, "content-gen move" writes it into content/user.json`;
}

function checkOtherSide(
  owner: TypeDraft,
  relation: RelationDraft,
  target: TypeDraft,
  side: Located<string>,
  registry: Registry,
  report: Report,
): void {
  const otherSide = `${target.name}.${side.value}`;
  const other = attributeOf(target, side.value);
  if (!other) {
    if (target.unclear.includes(side.value)) return;
    const hint = suggest(
      side.value,
      target.attributes.map(({ name }) => name),
    );
    // A user without a definition has the place of the relation that asks for it.
    const place = target.uid === userUid ? userFile(target) : target.source;
    report('CG302', side.span, `${otherSide} does not exist`, hint ?? `add it to ${place}`);
    return;
  }
  const otherTarget = other.kind === 'relationDraft' ? other.target : undefined;
  if (other.kind !== 'relationDraft' || !otherTarget || registry.findType(otherTarget.value) !== owner) {
    const is = otherTarget ? `points at ${otherTarget.value}, not at` : 'is not a relation to';
    report('CG303', side.span, `${otherSide} ${is} ${owner.name}`);
    return;
  }
  const thisSide = `${owner.name}.${relation.name}`;
  const [forwards, backwards] = relation.inversedBy
    ? (['inversedBy', 'mappedBy'] as const)
    : (['mappedBy', 'inversedBy'] as const);
  if (thisSide === otherSide) {
    const hint = `leave ${forwards} out, or add a second attribute for the other side`;
    report('CG305', side.span, `${thisSide} cannot be its own other side`, hint);
  } else if (other[forwards]?.value === relation.name) {
    // The check visits both sides, so only one of them reports the error.
    const hint = `write ${backwards} on one of the two`;
    if (thisSide < otherSide) report('CG305', side.span, `${thisSide} and ${otherSide} both have ${forwards}`, hint);
  } else if (other[backwards]?.value !== relation.name) {
    const hint = `write ${backwards}: '${relation.name}' on ${otherSide}`;
    report('CG305', side.span, `${otherSide} does not name ${thisSide} as its other side`, hint);
  } else if (other.relation !== facingKinds.get(relation.relation) && relation.inversedBy) {
    const expected = facingKinds.get(relation.relation);
    report(
      'CG304',
      side.span,
      `${thisSide} is ${relation.relation}, so ${otherSide} must be ${expected}, not ${other.relation}`,
    );
  }
}
