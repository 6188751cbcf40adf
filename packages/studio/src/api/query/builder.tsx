import { useMemo } from 'react';

import { Field, Input, Select } from '../../design/field.js';
import type { DescribedModel } from '../console.js';
import { type Holder, holdersOf } from '../attribute-uses.js';
import { FieldChips } from './field-chips.js';
import { FilterEditor } from './filter-editor.js';
import { PopulateEditor } from './populate-editor.js';
import { type PageState, type QueryState, emptyQuery } from './query-state.js';
import type { RequestState } from './request-state.js';
import { SortEditor } from './sort-editor.js';

interface BuilderProps {
  readonly model: DescribedModel;
  readonly request: RequestState;
  readonly onChange: (request: RequestState) => void;
}

/** The parts of a request, to be clicked together. */
export function Builder({ model, request, onChange }: BuilderProps) {
  const holders = useMemo(() => holdersOf(model), [model]);
  const { type, documentId, query } = request;
  const change = (part: Partial<QueryState>) => onChange({ ...request, query: { ...query, ...part } });
  const isList = type.kind === 'collectionType' && documentId === '';
  const uses = holders.get(type.name)?.attributes ?? [];
  const fields = uses.filter(({ scalar, canFilter }) => scalar !== undefined && canFilter).map(({ name }) => name);
  return (
    <form className="builder" aria-label="Query" onSubmit={(event) => event.preventDefault()}>
      <Field label="Content type">
        {(control) => (
          <Select
            {...control}
            value={type.name}
            onChange={({ target: { value } }) => {
              const next = model.types.find(({ name }) => name === value);
              if (next !== undefined) onChange({ type: next, documentId: '', query: emptyQuery });
            }}
          >
            {model.types.map(({ name, path }) => (
              <option key={name} value={name}>
                {name} ({path})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {type.kind === 'singleType' ? null : (
        <Field label="Document" hint="Empty for a list.">
          {(control) => (
            <Input
              {...control}
              className="input-code"
              placeholder="documentId"
              value={documentId}
              onChange={({ target: { value } }) => onChange({ ...request, documentId: value.trim() })}
            />
          )}
        </Field>
      )}
      <Part title="Filters">
        <FilterEditor
          holders={holders}
          from={type.name}
          group={query.filters}
          onChange={(filters) => change({ filters })}
        />
      </Part>
      <Part title="Fields" note={query.fields.length === 0 ? 'all' : String(query.fields.length)}>
        <FieldChips label="Fields" names={fields} chosen={query.fields} onChange={(next) => change({ fields: next })} />
      </Part>
      <Part title="Populate">
        <PopulateEditor
          holders={holders}
          from={type.name}
          populate={query.populate}
          onChange={(populate) => change({ populate })}
        />
      </Part>
      {isList ? <ListParts holders={holders} request={request} onChange={change} /> : null}
      <Versions model={model} request={request} onChange={change} />
      {query.others.size === 0 ? null : (
        <p className="note small">
          Sent as it is, because the builder has no control for it: <code>{[...query.others.keys()].join(', ')}</code>
        </p>
      )}
    </form>
  );
}

function Part({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <fieldset className="builder-part">
      <legend>
        {title} {note === undefined ? null : <span className="muted small">{note}</span>}
      </legend>
      {children}
    </fieldset>
  );
}

interface PartProps {
  readonly request: RequestState;
  readonly onChange: (part: Partial<QueryState>) => void;
}

function ListParts({
  holders,
  request: { type, query },
  onChange,
}: PartProps & { readonly holders: ReadonlyMap<string, Holder> }) {
  const { page } = query;
  const turn = (part: Partial<PageState>) => onChange({ page: { ...page, ...part } });
  const [from, size] = page.mode === 'page' ? ['Page', 'Page size'] : ['Start', 'Limit'];
  return (
    <>
      <Part title="Sort">
        <SortEditor holders={holders} from={type.name} keys={query.sort} onChange={(sort) => onChange({ sort })} />
      </Part>
      <Part title="Page">
        <div className="builder-grid">
          <Field label="By">
            {(control) => (
              <Select
                {...control}
                value={page.mode}
                onChange={({ target: { value } }) => turn({ mode: value === 'offset' ? 'offset' : 'page' })}
              >
                <option value="page">number</option>
                <option value="offset">offset</option>
              </Select>
            )}
          </Field>
          <Field label={from}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min="0"
                value={page.from}
                onChange={({ target: { value } }) => turn({ from: value })}
              />
            )}
          </Field>
          <Field label={size}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min="1"
                value={page.size}
                onChange={({ target: { value } }) => turn({ size: value })}
              />
            )}
          </Field>
        </div>
        <label className="check small">
          <input
            type="checkbox"
            checked={page.withCount}
            onChange={({ target: { checked } }) => turn({ withCount: checked })}
          />
          <span>Count all documents</span>
        </label>
      </Part>
    </>
  );
}

function Versions({ model, request: { type, query }, onChange }: PartProps & { readonly model: DescribedModel }) {
  const isKnown = query.locale === '' || query.locale === '*' || model.locales.all.includes(query.locale);
  return (
    <div className="builder-grid">
      <Field label="Search (_q)">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={query.search}
            onChange={({ target: { value } }) => onChange({ search: value })}
          />
        )}
      </Field>
      {type.draftAndPublish ? (
        <Field label="Status">
          {(control) => (
            <Select {...control} value={query.status} onChange={({ target: { value } }) => onChange({ status: value })}>
              <option value="">published</option>
              <option value="draft">draft</option>
              {query.status === 'published' ? <option value="published">published (explicit)</option> : null}
            </Select>
          )}
        </Field>
      ) : null}
      {type.localized ? (
        <Field label="Locale">
          {(control) => (
            <Select {...control} value={query.locale} onChange={({ target: { value } }) => onChange({ locale: value })}>
              <option value="">{model.locales.default} (default)</option>
              {model.locales.all.map((locale) => (
                <option key={locale} value={locale}>
                  {locale}
                </option>
              ))}
              <option value="*">all</option>
              {isKnown ? null : <option value={query.locale}>{query.locale}</option>}
            </Select>
          )}
        </Field>
      ) : null}
    </div>
  );
}
