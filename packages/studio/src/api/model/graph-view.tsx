import { Maximize, Minus, Plus } from '../../design/icons.js';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';

import { IconButton } from '../../design/button.js';
import { type PlacedEdge, type PlacedGraph, type PlacedNode, pathThrough } from './layout.js';
import { sizes } from './model-graph.js';
import { useCentred, useDrag, useSize, useWheel } from './graph-motion.js';
import { READABLE, type View, fitting, visibleNodes, zoomed } from './view.js';

interface GraphViewProps {
  readonly graph: PlacedGraph;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

const ZOOM = 1.25;
const STEP = 60;

/** The graph with pan and zoom, by pointer, wheel, fingers and keys. */
export function GraphView({ graph, selected, onSelect }: GraphViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [view, setView] = useState<View>();
  const shown = view ?? fitting(graph, size);
  const change = useCallback(
    (next: (view: View) => View) => setView((old) => next(old ?? fitting(graph, size))),
    [graph, size],
  );
  useEffect(() => setView(undefined), [graph]);
  useWheel(frame, change);
  useCentred(graph, selected, frame, change);
  const drag = useDrag(change);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    change((old) => move(old, middle));
  };
  return (
    <div className="graph" ref={frame} {...drag}>
      {/* The picture takes the focus, so that keys can move it. */}
      <svg className="graph-svg" role="group" aria-label="The model as a graph" tabIndex={0} onKeyDown={press}>
        <Arrowhead />
        <g transform={`translate(${shown.x},${shown.y}) scale(${shown.scale})`}>
          <Edges edges={graph.edges} selected={selected} />
          {visibleNodes(graph, shown, size).map((node) => (
            <Node
              key={node.id}
              node={node}
              isPlain={shown.scale < READABLE}
              isSelected={node.id === selected}
              onSelect={onSelect}
            />
          ))}
        </g>
      </svg>
      <div className="graph-buttons">
        <IconButton variant="default" label="Zoom in" onClick={() => change((old) => zoomed(old, ZOOM, middle))}>
          <Plus />
        </IconButton>
        <IconButton variant="default" label="Zoom out" onClick={() => change((old) => zoomed(old, 1 / ZOOM, middle))}>
          <Minus />
        </IconButton>
        <IconButton variant="default" label="Show everything" onClick={() => setView(undefined)}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  );
}

const moves: Readonly<Record<string, (view: View, middle: { x: number; y: number }) => View>> = {
  ArrowLeft: (view) => ({ ...view, x: view.x + STEP }),
  ArrowRight: (view) => ({ ...view, x: view.x - STEP }),
  ArrowUp: (view) => ({ ...view, y: view.y + STEP }),
  ArrowDown: (view) => ({ ...view, y: view.y - STEP }),
  '+': (view, middle) => zoomed(view, ZOOM, middle),
  '-': (view, middle) => zoomed(view, 1 / ZOOM, middle),
};

function Arrowhead() {
  return (
    <defs>
      {['graph-arrow', 'graph-arrow-strong'].map((id) => (
        <marker
          key={id}
          id={id}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0,0L8,4L0,8z" className={id} />
        </marker>
      ))}
    </defs>
  );
}

const Edges = memo(function Edges({
  edges,
  selected,
}: {
  readonly edges: readonly PlacedEdge[];
  readonly selected: string | undefined;
}) {
  return edges.map(({ from, to, kind, label, cardinality, points }, index) => {
    const isNear = selected === from || selected === to;
    return (
      // Two arrows may have the same ends and the same label, and arrows never move.
      // oxlint-disable-next-line react/no-array-index-key
      <path
        key={index}
        className={`graph-edge graph-edge-${kind} ${isNear ? 'graph-edge-near' : ''}`}
        d={pathThrough(points)}
      >
        <title>{`${label} (${cardinality})`}</title>
      </path>
    );
  });
});

interface NodeProps {
  readonly node: PlacedNode;
  readonly isPlain: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

const Node = memo(function Node({ node, isPlain, isSelected, onSelect }: NodeProps) {
  const { id, x, y, width, height, name, kind, rows, hidden } = node;
  const select = () => onSelect(id);
  return (
    <g
      className={`graph-node graph-node-${kind} ${isSelected ? 'graph-node-selected' : ''}`}
      transform={`translate(${x},${y})`}
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      onClick={select}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        select();
      }}
    >
      <rect className="graph-box" width={width} height={height} rx="8" />
      <rect className="graph-mark" width="4" height={height} rx="2" />
      {isPlain ? (
        <text
          className="graph-name-large"
          x={width / 2}
          y={height / 2}
          textLength={name.length > 12 ? width - 24 : undefined}
          lengthAdjust="spacingAndGlyphs"
        >
          {name}
        </text>
      ) : (
        <>
          <text className="graph-name" x="14" y="23">
            {name}
          </text>
          <g aria-hidden>
            {rows.map((row, index) => (
              <Row key={row.name} row={row} y={sizes.head + (index + 0.7) * sizes.row} width={width} />
            ))}
            {hidden > 0 ? (
              <text
                className="graph-type"
                x="14"
                y={sizes.head + (rows.length + 0.7) * sizes.row}
              >{`${hidden} more`}</text>
            ) : null}
          </g>
        </>
      )}
    </g>
  );
});

function Row({
  row: { name, type, required },
  y,
  width,
}: {
  readonly row: PlacedNode['rows'][number];
  readonly y: number;
  readonly width: number;
}) {
  return (
    <>
      <text className="graph-row" x="14" y={y}>
        {shortened(name, 17)}
        {required ? ' *' : ''}
      </text>
      <text className="graph-type" x={width - 12} y={y} textAnchor="end">
        {shortened(type, 15)}
      </text>
    </>
  );
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
