import type { Attribute } from '../../../model/model.js';
import type { Change, Owner, Severity } from '../../change.js';
import type { Pair } from '../../lists.js';
import { ofAttribute } from '../../subjects.js';

/** The type of the values of an attribute. */
export function attributeTypeChanged(
  owner: Owner,
  attribute: Attribute,
  { before, now }: Pair<string>,
  severity: Severity,
): Change {
  const effect = {
    breaking: 'clients get other values, and values that they send are refused',
    dangerous: 'clients may get values that the old type had not',
    safe: 'clients send and get the same values',
  };
  return {
    code: 'attribute-type-changed',
    severity,
    ...ofAttribute(owner, attribute, ['find', 'findOne', 'create', 'update']),
    message: `${owner.name}.${attribute.name} was ${before} and is ${now}: ${effect[severity]}`,
    ...(severity === 'breaking'
      ? { advice: 'add an attribute of the new type, fill both for one release, and then remove the old one' }
      : {}),
  };
}
