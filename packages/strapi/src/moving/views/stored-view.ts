import { isObject } from 'content-gen/tools';

/** "Configure the view" of Strapi for a content type or a component, as its store has it. */
export interface StoredView {
  /** `api::article.article`, or `shared.seo`. */
  readonly uid: string;
  readonly isComponent: boolean;
  readonly settings: Fields;
  /** What was configured for each attribute, by its name. */
  readonly edit: Readonly<Record<string, Fields>>;
  readonly list: Readonly<Record<string, Fields>>;
  /** The columns of the list. */
  readonly columns: readonly string[];
  /** The fields of the form, in rows of twelve columns. */
  readonly rows: readonly (readonly PlacedField[])[];
}

interface PlacedField {
  readonly name: string;
  readonly size: number;
}

type Fields = Readonly<Record<string, unknown>>;

const KEY = /^plugin_content_manager_configuration_(content_types|components)::((?!admin::|plugin::).+)$/;

/** The views in the store of Strapi, without those of its administrators and plugins. */
export function readViews(settings: Fields): readonly StoredView[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const [, kind, uid] = KEY.exec(key) ?? [];
    return uid === undefined ? [] : [readView(uid, kind === 'components', isObject(value) ? value : {})];
  });
}

function readView(uid: string, isComponent: boolean, value: Fields): StoredView {
  const metadatas = Object.entries(fieldsOf(value['metadatas'])).map(([name, of]) => [name, fieldsOf(of)] as const);
  const part = (key: string) => Object.fromEntries(metadatas.map(([name, of]) => [name, fieldsOf(of[key])]));
  const layouts = fieldsOf(value['layouts']);
  // Strapi 4 had the relations beside the form.
  const beside = texts(layouts['editRelations']).map((name) => [{ name, size: 6 }]);
  return {
    uid,
    isComponent,
    settings: fieldsOf(value['settings']),
    edit: part('edit'),
    list: part('list'),
    columns: texts(layouts['list']),
    rows: [...listOf(layouts['edit']).map((row) => listOf(row).flatMap(placed)), ...beside],
  };
}

function placed(field: unknown): readonly PlacedField[] {
  if (!isObject(field) || typeof field['name'] !== 'string') return [];
  const size = field['size'];
  return [{ name: field['name'], size: typeof size === 'number' && size >= 1 && size <= 12 ? Math.floor(size) : 12 }];
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}
