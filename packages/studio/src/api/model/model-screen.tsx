import '../api.css';
import './model.css';

import { Download } from '../../design/icons.js';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

import { Button } from '../../design/button.js';
import { Checkbox } from '../../design/field.js';
import { SearchInput } from '../../design/search-input.js';
import { EmptyState, Loading } from '../../design/states.js';
import { type DescribedModel, useModel } from '../console.js';
import { saveFile } from '../save-file.js';
import { graphSvg } from './graph-svg.js';
import { GraphView } from './graph-view.js';
import { componentId, graphOf, typeId } from './model-graph.js';
import { TypePanel } from './type-panel.js';
import { useLayout } from './use-layout.js';

/** The model as a graph. The selected type is in the address. */
export default function ModelScreen() {
  const model = useModel();
  const [parameters, setParameters] = useSearchParams();
  const [components, setComponents] = useState(true);
  const graph = useLayout(useMemo(() => graphOf(model, { components }), [model, components]));
  const selected = parameters.get('show') ?? undefined;
  const select = (id: string | undefined) => {
    if (id?.startsWith('component ')) setComponents(true);
    setParameters(id === undefined ? {} : { show: id }, { replace: true });
  };
  const holder = holderOf(model, selected);
  if (model.types.length === 0) {
    return (
      <EmptyState title="No content types yet">
        Describe one in a file of the folder “content”. The graph follows when you save it.
      </EmptyState>
    );
  }
  return (
    <div className="model-screen">
      <div className="screen-bar">
        <h1>Model</h1>
        <TypeSearch model={model} onSelect={select} />
        <span className="grow" />
        <Checkbox label="Components" checked={components} onChange={(event) => setComponents(event.target.checked)} />
        <Button
          icon={<Download aria-hidden />}
          disabled={graph === undefined}
          onClick={() => graph && saveFile('model.svg', 'image/svg+xml', graphSvg(graph))}
        >
          SVG
        </Button>
      </div>
      <div className="model-body">
        {graph === undefined ? (
          <Loading label="Placing the types" />
        ) : (
          <GraphView graph={graph} selected={selected} onSelect={select} />
        )}
        {holder === undefined ? null : (
          <TypePanel key={selected} holder={holder} onSelect={select} onClose={() => select(undefined)} />
        )}
      </div>
    </div>
  );
}

function holderOf({ types, components }: DescribedModel, id: string | undefined) {
  return types.find(({ name }) => typeId(name) === id) ?? components.find(({ name }) => componentId(name) === id);
}

/** Finds types, components and their attributes. */
function TypeSearch({ model, onSelect }: { readonly model: DescribedModel; readonly onSelect: (id: string) => void }) {
  const [text, setText] = useState('');
  const found = useFound(model, useDeferredValue(text));
  const choose = (id: string | undefined) => {
    if (id === undefined) return;
    onSelect(id);
    setText('');
  };
  return (
    <div className="type-search">
      <SearchInput
        isMain
        label="Search types and attributes"
        value={text}
        onChange={setText}
        onKeyDown={(event) => event.key === 'Enter' && choose(found[0]?.id)}
      />
      {text.trim() === '' ? null : (
        <ul className="type-search-list" aria-label="Found">
          {found.map(({ id, label, note }) => (
            <li key={`${id} ${label}`}>
              <button type="button" className="menu-item" onClick={() => choose(id)}>
                <span className="grow truncate">{label}</span>
                <span className="muted small">{note}</span>
              </button>
            </li>
          ))}
          {found.length === 0 ? <li className="nav-none">Nothing is called “{text}”.</li> : null}
        </ul>
      )}
    </div>
  );
}

const MAX_FOUND = 12;

function useFound({ types, components }: DescribedModel, text: string) {
  return useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const holders = [
      ...types.map((type) => ({ ...type, id: typeId(type.name), note: 'type' })),
      ...components.map((component) => ({ ...component, id: componentId(component.name), note: 'component' })),
    ];
    const matches = (name: string) => name.toLowerCase().includes(wanted);
    const named = holders.filter(({ name }) => matches(name)).map(({ id, name, note }) => ({ id, label: name, note }));
    const inside = holders.flatMap(({ id, name, attributes }) =>
      attributes
        .filter((attribute) => matches(attribute.name))
        .map((attribute) => ({ id, label: `${name}.${attribute.name}`, note: 'attribute' })),
    );
    return wanted === '' ? [] : [...named, ...inside].slice(0, MAX_FOUND);
  }, [types, components, text]);
}
