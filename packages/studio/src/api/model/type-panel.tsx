import { Braces, X } from '../../design/icons.js';
import { Link } from 'wouter';

import { Badge } from '../../design/badge.js';
import { IconButton } from '../../design/button.js';
import type { DescribedAttribute, DescribedComponent, DescribedType, Place } from '../console.js';
import { queryLink } from '../query/link.js';
import { CopyButton } from '../copy.js';
import { componentId, typeId, typeText } from './model-graph.js';
import { counted } from '../../design/counted.js';

interface TypePanelProps {
  readonly holder: DescribedType | DescribedComponent;
  readonly onSelect: (id: string) => void;
  readonly onClose: () => void;
}

/** The attributes of a type or a component, with the lines that define them. */
export function TypePanel({ holder, onSelect, onClose }: TypePanelProps) {
  const type = 'uid' in holder ? holder : undefined;
  return (
    <aside className="type-panel" aria-label={holder.name}>
      <div className="type-panel-head">
        <h2 className="truncate grow">{holder.name}</h2>
        <IconButton label="Close" small onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="row row-wrap">
        <Badge tone={type === undefined ? 'neutral' : 'accent'}>{kindOf(type)}</Badge>
        {type?.draftAndPublish ? <Badge>draft &amp; publish</Badge> : null}
        {type?.localized ? <Badge>localized</Badge> : null}
      </div>
      <PlaceLine place={holder.at} />
      {type === undefined ? null : (
        <>
          <dl className="facts">
            <dt>Endpoint</dt>
            <dd>
              <code>{type.path}</code>
            </dd>
            <dt>Table</dt>
            <dd>
              <code>{type.table}</code>
            </dd>
          </dl>
          <Link className="button" href={queryLink(type.path, '')}>
            <Braces aria-hidden />
            Query {type.name}
          </Link>
        </>
      )}
      <h3>{counted(holder.attributes.length, 'attribute')}</h3>
      <ul className="attributes">
        {holder.attributes.map((attribute) => (
          <Attribute key={attribute.name} attribute={attribute} onSelect={onSelect} />
        ))}
      </ul>
    </aside>
  );
}

function kindOf(type: DescribedType | undefined): string {
  if (type === undefined) return 'component';
  return type.kind === 'singleType' ? 'single type' : 'collection type';
}

function Attribute({
  attribute,
  onSelect,
}: {
  readonly attribute: DescribedAttribute;
  readonly onSelect: (id: string) => void;
}) {
  return (
    <li className="attribute">
      <div className="row">
        <span className="attribute-name grow truncate">{attribute.name}</span>
        <span className="muted small truncate">{typeText(attribute)}</span>
      </div>
      <div className="attribute-facts small">
        {factsOf(attribute).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      {targetsOf(attribute).map(({ id, name }) => (
        <button key={id} type="button" className="link small" onClick={() => onSelect(id)}>
          {name}
        </button>
      ))}
      <PlaceLine place={attribute.at} />
    </li>
  );
}

/** The options of an attribute in a few words each. */
function factsOf(attribute: DescribedAttribute): readonly string[] {
  const named = [
    'min',
    'max',
    'minLength',
    'maxLength',
    'regex',
    'targetField',
    'renamedFrom',
    'inverse',
    'stored',
  ] as const;
  const values = named.flatMap((name) => {
    const value: unknown = name in attribute ? Object.entries(attribute).find(([key]) => key === name)?.[1] : undefined;
    return value === undefined ? [] : [`${factNames[name] ?? name} ${String(value)}`];
  });
  const flags = [
    ...(attribute.required ? ['required'] : []),
    ...(attribute.private ? ['private'] : []),
    ...('unique' in attribute && attribute.unique ? ['unique'] : []),
    ...(attribute.localized === true ? ['localized'] : []),
  ];
  const listed = 'values' in attribute && attribute.values !== undefined ? [attribute.values.join(' | ')] : [];
  const standard =
    'default' in attribute && attribute.default !== undefined ? [`default ${JSON.stringify(attribute.default)}`] : [];
  return [...flags, ...listed, ...standard, ...values];
}

const factNames: Readonly<Record<string, string>> = {
  stored: 'stored in',
  inverse: 'other side',
  targetField: 'made from',
  renamedFrom: 'renamed from',
};

function targetsOf(attribute: DescribedAttribute): readonly { readonly id: string; readonly name: string }[] {
  if (attribute.kind === 'relation' || attribute.kind === 'morphInverse') {
    return [{ id: typeId(attribute.target), name: attribute.target }];
  }
  const components =
    attribute.kind === 'component'
      ? [attribute.component]
      : attribute.kind === 'dynamicZone'
        ? attribute.components
        : [];
  return components.map((name) => ({ id: componentId(name), name }));
}

function PlaceLine({ place }: { readonly place: Place }) {
  if (place === null) return <p className="muted small">Defined by content-gen</p>;
  const text = `${place.file}:${place.line}:${place.column}`;
  return (
    <div className="place small">
      <code className="truncate">{text}</code>
      <CopyButton label={`Copy ${text}`} text={text} />
    </div>
  );
}
