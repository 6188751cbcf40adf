import type { AttributeDraft, NamedDraft, RelationDraft, RelationKind, TypeDraft } from '../draft.js';
import { userUid } from '../names/names.js';
import type { Report } from '../report.js';
import type { Located } from '../values.js';

/**
 * Pairs the sides of relations in schema files as Strapi does: the side with `inversedBy` owns the relation, and the
 * attribute that it names is the other side, whatever that attribute says. If several owners name one attribute, the
 * last owner counts.
 */
export function pairSides(types: readonly TypeDraft[], report: Report): readonly TypeDraft[] {
  const pairing: Pairing = { types, sides: sidesIn(types), owners: new Map(), report };
  for (const side of pairing.sides.values()) claimOther(pairing, side);
  for (const [other, owner] of pairing.owners) nameOwner(pairing, other, owner);
  for (const side of pairing.sides.values()) separateMapped(pairing, side);
  return types.map((type) => ({
    ...type,
    attributes: type.attributes.map((each) => pairing.sides.get(keyOf(type, each.name))?.relation ?? each),
  }));
}

/** The kind that the other side of a relation must have. */
export const facingKinds: ReadonlyMap<RelationKind, RelationKind> = new Map([
  ['oneToOne', 'oneToOne'],
  ['oneToMany', 'manyToOne'],
  ['manyToOne', 'oneToMany'],
  ['manyToMany', 'manyToMany'],
]);

type TwoSided = RelationDraft & NamedDraft;

interface Side {
  readonly type: TypeDraft;
  /** With the other side that it is going to have. */
  relation: TwoSided;
}

interface Pairing {
  readonly types: readonly TypeDraft[];
  readonly sides: ReadonlyMap<string, Side>;
  /** The owner of each other side. */
  readonly owners: Map<Side, Side>;
  readonly report: Report;
}

/** In the order in which Strapi loads them. */
function sidesIn(types: readonly TypeDraft[]): ReadonlyMap<string, Side> {
  const schemas = types.filter(({ format }) => format === 'json').sort((a, b) => (a.uid < b.uid ? -1 : 1));
  const sides = schemas.flatMap((type) =>
    type.attributes.filter(isTwoSided).map((relation) => [keyOf(type, relation.name), { type, relation }] as const),
  );
  return new Map(sides);
}

function isTwoSided(attribute: AttributeDraft): attribute is TwoSided {
  return attribute.kind === 'relationDraft' && facingKinds.has(attribute.relation);
}

function claimOther(pairing: Pairing, side: Side): void {
  const { inversedBy, mappedBy, relation } = side.relation;
  // Strapi refuses the owner of a list. A side that already has an owner owns nothing itself.
  if (!inversedBy || relation === 'oneToMany' || pairing.owners.has(side)) return;
  if (mappedBy) drop(pairing, side, 'mappedBy', 'has both inversedBy and mappedBy, so mappedBy is ignored');
  const other = otherSide(pairing, side, inversedBy);
  if (typeof other === 'string') return;
  if (other === undefined || other === side) {
    drop(pairing, side, 'inversedBy', `is one-way, because ${inversedBy.value} is no other side of it`);
    return;
  }
  const former = pairing.owners.get(other);
  if (former) {
    const reason = `is one-way, because ${nameOf(side)} also names ${nameOf(other)} and comes last`;
    drop(pairing, former, 'inversedBy', reason);
  }
  for (const [owned, owner] of pairing.owners) if (owner === other) pairing.owners.delete(owned);
  pairing.owners.set(other, side);
}

/** Makes the other side name its owner. */
function nameOwner(pairing: Pairing, other: Side, owner: Side): void {
  const { relation, name } = owner.relation;
  const kind = facingKinds.get(relation) ?? other.relation.relation;
  if (other.relation.relation !== kind) {
    warn(pairing, other, `is read as ${kind}, because its other side ${nameOf(owner)} is ${relation}`);
  } else if (other.relation.mappedBy?.value !== name || other.relation.inversedBy) {
    warn(pairing, other, `is the other side of ${nameOf(owner)}, which names it`);
  }
  const mappedBy = other.relation.mappedBy?.value === name ? other.relation.mappedBy : at(other, name);
  other.relation = { ...without(other.relation, 'inversedBy'), relation: kind, mappedBy };
}

/**
 * Separates a side with `mappedBy` that no owner names. Strapi gives such a side no table, so the side stays empty in
 * Strapi, and its owner is one-way. Here the side becomes a relation of its own, which begins empty.
 */
function separateMapped(pairing: Pairing, side: Side): void {
  const { mappedBy, relation } = side.relation;
  if (!mappedBy || pairing.owners.has(side) || relation === 'manyToOne') return;
  const owner = otherSide(pairing, side, mappedBy);
  if (owner === 'foreign') return;
  const isNamed = typeof owner === 'object' && owner !== side;
  const reason = isNamed ? `${nameOf(owner)} does not name it` : `${mappedBy.value} is no other side of it`;
  drop(pairing, side, 'mappedBy', `is one-way, because ${reason}`);
}

/**
 * The relation that a side names. `absent`: the owner names nothing that exists, which is an error. `foreign`: its target
 * is not a schema file. Undefined: not a relation back to this type.
 */
function otherSide(
  { types, sides }: Pairing,
  { type, relation }: Side,
  named: Located<string>,
): Side | 'absent' | 'foreign' | undefined {
  const target = types.find(({ uid, name }) => [uid, name].includes(relation.target?.value ?? ''));
  // Code may extend the user of Strapi, and then no schema file has the other side.
  if (target === undefined && relation.target?.value === userUid) return undefined;
  if (target === undefined || target.format === 'typescript') return 'foreign';
  const exists = target.attributes.some(({ name }) => name === named.value);
  if (!exists && !target.unclear.includes(named.value)) return relation.inversedBy ? 'absent' : undefined;
  const other = sides.get(keyOf(target, named.value));
  const back = other?.relation.target?.value;
  return back === type.uid || back === type.name ? other : undefined;
}

function drop(pairing: Pairing, side: Side, key: 'inversedBy' | 'mappedBy', what: string): void {
  warn(pairing, side, what, side.relation[key]);
  side.relation = without(side.relation, key);
}

function warn({ report }: Pairing, side: Side, what: string, written?: Located<string>): void {
  report('CG505', written?.span ?? side.relation.span, `${nameOf(side)} ${what}`);
}

function without(relation: TwoSided, key: 'inversedBy' | 'mappedBy'): TwoSided {
  const { [key]: _dropped, ...rest } = relation;
  return rest;
}

function at({ relation }: Side, value: string): Located<string> {
  return { value, span: relation.span };
}

function nameOf({ type, relation }: Side): string {
  return `${type.name}.${relation.name}`;
}

function keyOf({ uid }: TypeDraft, name: string): string {
  return `${uid} ${name}`;
}
