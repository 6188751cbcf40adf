import { type AnyModel, type Content, type DocumentsApi, uploadFile } from '@content-gen/runtime';

import { sampleFile } from './files.js';
import { type ModelAttribute, scalarValue } from './scalars.js';

/** The uid of users, who need a password and a role. */
export const USER = 'plugin::users-permissions.user';

/** Roles are in the configuration. */
const ROLE = 'plugin::users-permissions.role';

type Holder = Pick<AnyModel, 'name' | 'attributes'>;
type Values = Readonly<Record<string, unknown>>;

/** What a test asks for beside the values of a document. */
interface Asked {
  readonly with?: readonly string[];
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
}

/** A document on its way: the types whose required attributes wait for it, and which version it gets. */
interface Making {
  readonly within: readonly AnyModel[];
  readonly version: Pick<Asked, 'status' | 'locale'>;
}

interface Written {
  readonly data: Values & { readonly documentId: string };
}

/** The calls of one type, which the names of the models choose at run time. */
interface Calls {
  create(query: object): Promise<Written>;
  update(query: object): Promise<Written>;
}

/** Makes documents whose required attributes have valid values. */
export class DocumentMaker {
  readonly #content: Content & Pick<DocumentsApi, 'asSystem'>;
  readonly #models: readonly AnyModel[];
  #number = 0;

  constructor(content: Content & Pick<DocumentsApi, 'asSystem'>, models: readonly AnyModel[]) {
    this.#content = content;
    this.#models = models;
  }

  async make(model: AnyModel, data: Values, { with: more = [], ...version }: Asked): Promise<Written['data']> {
    const unknown = [...Object.keys(data), ...more].find((name) => !(name in model.attributes));
    if (unknown !== undefined) throw new Error(`${model.name} has no attribute ${unknown}`);
    return this.#write(model, data, more, { within: [], version });
  }

  async #write(model: AnyModel, data: Values, more: readonly string[], making: Making): Promise<Written['data']> {
    const within = [...making.within, model];
    const filled = await this.#fill(model, data, more, { ...making, within });
    const version = versionOf(model, making.version);
    const calls = this.#callsOf(model);
    const write = (query: object) => (model.single ? calls.update(query) : calls.create(query));
    return (await write({ ...version, data: model.uid === USER ? this.#asUser(filled) : filled })).data;
  }

  #callsOf({ single, name, plural }: AnyModel): Calls {
    const key = (single ? name : plural).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    // Documents in code have a property for every model.
    return Reflect.get(this.#content.asSystem(), key) as Calls;
  }

  #asUser(data: Values): Values {
    const { defaultRole } = this.#content.usersSettings;
    return { confirmed: true, password: `Password-${++this.#number}`, role: defaultRole, ...data };
  }

  /** The given values, and those that the attributes need beside them. */
  async #fill(holder: Holder, data: Values, more: readonly string[], making: Making): Promise<Values> {
    const filled: Record<string, unknown> = { ...data };
    for (const [name, attribute] of Object.entries(holder.attributes)) {
      if (name in data || !(more.includes(name) || isNeeded(attribute))) continue;
      // What the test asks for is no reason for the document to exist, so nothing waits for it.
      const within = isNeeded(attribute) ? making.within : [];
      filled[name] = await this.#valueOf(`${holder.name}.${name}`, name, attribute, { ...making, within });
    }
    return filled;
  }

  async #valueOf(path: string, name: string, attribute: ModelAttribute, making: Making): Promise<unknown> {
    const number = ++this.#number;
    switch (attribute.kind) {
      case 'scalar':
        return scalarValue({ name, scalar: attribute, number });
      case 'media': {
        const { id } = await uploadFile(this.#content, sampleFile(attribute.allowedTypes, number));
        return attribute.multiple ? [id] : id;
      }
      case 'component': {
        const component = attribute.component();
        const entries = await this.#entries(attribute.repeatable ? attribute.min : 1, () =>
          this.#fill(component, {}, [], making),
        );
        return attribute.repeatable ? entries : entries[0];
      }
      case 'dynamicZone': {
        const [first] = attribute.components();
        if (first === undefined) throw new Error(`${path} allows no component`);
        return this.#entries(attribute.min, async () => ({
          __component: first.name,
          ...(await this.#fill(first, {}, [], making)),
        }));
      }
      case 'relation': {
        if (attribute.target().uid === ROLE) return this.#content.usersSettings.defaultRole;
        const { documentId } = await this.#target(path, attribute.target(), making);
        return attribute.cardinality.endsWith('Many') ? [documentId] : documentId;
      }
      case 'morphTo': {
        const target = this.#models.find((model) => !making.within.includes(model) && model.uid !== USER);
        if (target === undefined) throw new Error(`${path} needs a value: there is no other type to make`);
        const { documentId } = await this.#target(path, target, making);
        const entry = { __type: target.uid, documentId };
        return attribute.many ? [entry] : entry;
      }
      case 'morphInverse': {
        const { documentId } = await this.#target(path, attribute.target(), making);
        return attribute.many ? [documentId] : documentId;
      }
    }
  }

  async #entries(count: number | undefined, make: () => Promise<Values>): Promise<readonly Values[]> {
    const entries: Values[] = [];
    while (entries.length < Math.max(count ?? 1, 1)) entries.push(await make());
    return entries;
  }

  async #target(path: string, model: AnyModel, making: Making): Promise<Written['data']> {
    // A document that waits for itself would wait for ever.
    const isPossible = this.#models.includes(model) && !making.within.includes(model);
    if (!isPossible) throw new Error(`${path} needs a value: the test has to give one`);
    return this.#write(model, {}, [], making);
  }
}

/** Attributes with a default need no value, and those that bodies may not have get none. */
function isNeeded(attribute: ModelAttribute): boolean {
  if (attribute.required !== true || attribute.writable === false) return false;
  return attribute.kind !== 'scalar' || attribute.default === undefined;
}

function versionOf(model: AnyModel, { status, locale }: Making['version']): object {
  return {
    ...(status === undefined || !model.draftAndPublish ? {} : { status }),
    ...(locale === undefined || !model.localized ? {} : { locale }),
  };
}
