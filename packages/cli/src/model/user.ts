import type { Span } from '../diagnostics/diagnostic.js';
import type { AttributeDraft, ComponentDraft, TypeDraft } from './draft.js';
import type { Scalar } from './model.js';
import { snakeCase, userUid } from './names/names.js';
import type { Report } from './report.js';

/** Adds the user type if the project or a relation asks for it, and completes it if it is defined. */
export function withUser(
  types: readonly TypeDraft[],
  components: readonly ComponentDraft[],
  asked: Span | undefined,
  report: Report,
): readonly TypeDraft[] {
  if (types.some(({ uid }) => uid === userUid)) {
    return types.map((type) => (type.uid === userUid ? completed(type, report) : type));
  }
  const wanted = [...types, ...components].flatMap(({ attributes }) => attributes).find(pointsAtUser);
  const span = wanted?.span ?? asked;
  return span ? [...types, bareUser(span, freeTable(types))] : types;
}

function pointsAtUser(attribute: AttributeDraft): boolean {
  const target = attribute.kind === 'relationDraft' ? attribute.target?.value : undefined;
  return target === 'user' || target === userUid;
}

/** Another type of the project may have the table `users`, because that of Strapi's users is `up_users`. */
function freeTable(types: readonly TypeDraft[]): string {
  return types.some(({ table }) => table === 'users') ? 'up_users' : 'users';
}

function bareUser(span: Span, table: string): TypeDraft {
  return {
    name: 'user',
    plural: 'users',
    uid: userUid,
    kind: 'collectionType',
    table,
    draftAndPublish: false,
    localized: false,
    format: 'typescript',
    attributes: [...baseAttributes(span), role(span)],
    indexes: [],
    search: false,
    studio: { columns: [], layout: [] },
    unclear: [],
    span,
    spanOf: () => span,
  };
}

/**
 * The attributes that login needs, with the options of the definition, and then the other attributes of the definition.
 */
function completed(type: TypeDraft, report: Report): TypeDraft {
  if (type.plural !== 'users') report('CG229', type.spanOf('plural'), 'the plural of the user type must be "users"');
  if (type.kind === 'singleType') report('CG229', type.spanOf('kind'), 'the user type cannot be a single type');
  if (type.draftAndPublish)
    report('CG229', type.spanOf('draftAndPublish'), 'the user type cannot have drafts', 'set draftAndPublish to false');
  if (type.localized)
    report('CG229', type.spanOf('localized'), 'the user type cannot have locales', 'set localized to false');

  const base = baseAttributes(type.span);
  const merged = base.map((own) => {
    const written = type.attributes.find(({ name }) => name === own.name);
    if (!written) return own;
    if (written.kind === 'scalar' && written.type === own.type) {
      return { ...written, private: written.private || own.private, unique: written.unique || own.unique };
    }
    report('CG229', written.spanOf('type'), `attribute ${own.name} of the user type must have the type ${own.type}`);
    return own;
  });
  // Strapi's schema has a relation to a table of roles. Here, roles are in the config.
  const added = type.attributes.filter(({ name }) => name !== 'role' && !base.some((own) => own.name === name));
  return { ...type, attributes: [...merged, role(type.span), ...added] };
}

function role(span: Span): AttributeDraft {
  return {
    name: 'role',
    column: 'role',
    kind: 'role',
    required: false,
    private: false,
    writable: true,
    visible: true,
    searchable: true,
    span,
    spanOf: () => span,
  };
}

function baseAttributes(span: Span): readonly (Scalar & AttributeDraft)[] {
  const attribute = (name: string, type: Scalar['type'], options: Partial<Scalar> = {}) => ({
    name,
    column: snakeCase(name),
    kind: 'scalar' as const,
    type,
    required: false,
    unique: false,
    private: false,
    writable: true,
    visible: true,
    searchable: true,
    ...options,
    span,
    spanOf: () => span,
  });
  return [
    attribute('username', 'string', { required: true, unique: true, minLength: 3 }),
    attribute('email', 'email', { required: true, unique: true, minLength: 6 }),
    attribute('provider', 'string'),
    attribute('password', 'password', { private: true, searchable: false, minLength: 6 }),
    attribute('resetPasswordToken', 'string', { private: true, searchable: false }),
    attribute('confirmationToken', 'string', { private: true, searchable: false }),
    attribute('confirmed', 'boolean', { default: false }),
    attribute('blocked', 'boolean', { default: false }),
  ];
}
