import type { ConfigDefinition } from 'content-gen/tools';

/** The config that content-gen proposes, with the reason of each part as a comment. */
export interface Proposal {
  customFields: Readonly<Record<string, string>>;
  api: Mutable<NonNullable<ConfigDefinition['api']>>;
  locales?: ConfigDefinition['locales'];
  /** By role, then by type. */
  readonly permissions: Map<string, Map<string, Set<string>>>;
  users: Mutable<NonNullable<ConfigDefinition['users']>>;
  upload: Mutable<NonNullable<ConfigDefinition['upload']>>;
  openapi?: boolean;
  /** API tokens of Strapi that read drafts, with the actions of a token of this API that does the same. */
  readonly previews: Preview[];
  /** Whether permissions and locales come from Strapi. */
  isFromPanel: boolean;
}

export interface Preview {
  readonly token: string;
  /** `article.findDraft` */
  readonly actions: readonly string[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export function newProposal(customFields: Proposal['customFields']): Proposal {
  return {
    customFields,
    api: { responses: 'strapi' },
    permissions: new Map(),
    users: {},
    upload: {},
    previews: [],
    isFromPanel: false,
  };
}

type ReadPopulate = string | readonly string[] | Readonly<Record<string, unknown>>;

/** Proposes what lists or documents of a type populate. If both populate the same, the value is written once. */
export function proposePopulate(
  { api }: Pick<Proposal, 'api'>,
  type: { readonly name: string; readonly isSingle: boolean },
  action: 'find' | 'findOne',
  { value, isForced }: { readonly value: ReadPopulate; readonly isForced: boolean },
): void {
  const written = isForced ? { always: value } : value;
  const known = api.populate?.[type.name];
  const other = action === 'find' ? 'findOne' : 'find';
  const before = known === undefined || isParted(known) ? known : { find: known, findOne: known };
  const parts: Parted = { ...before, [action]: written };
  const isWhole = type.isSingle || JSON.stringify(parts[other]) === JSON.stringify(written);
  api.populate = { ...api.populate, [type.name]: isWhole ? written : parts };
}

type Parted = Readonly<Partial<Record<'find' | 'findOne', ReadPopulate>>>;

function isParted(written: unknown): written is Parted {
  const isObject = typeof written === 'object' && written !== null && !Array.isArray(written);
  return isObject && Object.keys(written).every((key) => key === 'find' || key === 'findOne');
}

/** Grants an action to a role. */
export function grant(
  { permissions }: Pick<Proposal, 'permissions'>,
  role: string,
  type: string,
  action: string,
): void {
  const types = permissions.get(role) ?? new Map<string, Set<string>>();
  permissions.set(role, types);
  const actions = types.get(type) ?? new Set<string>();
  types.set(type, actions);
  actions.add(action);
}

/** The proposal as the object that `defineConfig` takes; without empty parts. */
export function configOf(proposal: Proposal): ConfigDefinition {
  const { customFields, api, locales, permissions, users, upload, openapi } = proposal;
  const roles = [...permissions].map(([role, types]) => {
    const granted = [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, actions]) => [type, [...actions]]);
    return [role, Object.fromEntries(granted)] as const;
  });
  return {
    ...(isEmpty(customFields) ? {} : { customFields }),
    api,
    ...(locales === undefined ? {} : { locales }),
    permissions: Object.fromEntries(roles),
    ...(isEmpty(users) ? {} : { users }),
    ...(isEmpty(upload) ? {} : { upload }),
    ...(openapi === undefined ? {} : { openapi }),
  };
}

function isEmpty(part: object): boolean {
  return Object.keys(part).length === 0;
}
