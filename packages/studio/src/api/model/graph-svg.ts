import { type PlacedEdge, type PlacedGraph, type PlacedNode, pathThrough } from './layout.js';
import { sizes } from './model-graph.js';

const MARGIN = 24;
const FONT = 'font-family="ui-sans-serif, system-ui, sans-serif"';
const heads = { collection: '#3f51d4', single: '#1c7a4a', component: '#6b6b76' } as const;

/** The graph as an SVG file that needs no style sheet. */
export function graphSvg({ nodes, edges, width, height }: PlacedGraph): string {
  const box = `${-MARGIN} ${-MARGIN} ${Math.ceil(width + 2 * MARGIN)} ${Math.ceil(height + 2 * MARGIN)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${FONT} font-size="12">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0,0L8,4L0,8z" fill="#8c8c98"/></marker></defs>
<rect x="${-MARGIN}" y="${-MARGIN}" width="100%" height="100%" fill="#f7f7f8"/>
${edges.map(edgeSvg).join('\n')}
${nodes.map(nodeSvg).join('\n')}
</svg>
`;
}

function edgeSvg({ points, kind, label, cardinality }: PlacedEdge): string {
  const dashes = kind === 'component' ? ' stroke-dasharray="4 4"' : '';
  return `<path d="${pathThrough(points)}" fill="none" stroke="#8c8c98"${dashes} marker-end="url(#arrow)"><title>${escaped(label)} (${cardinality})</title></path>`;
}

function nodeSvg({ x, y, width, height, name, kind, rows, hidden }: PlacedNode): string {
  const lines = rows.map(({ name: row, type, required }, index) => {
    const top = sizes.head + (index + 0.7) * sizes.row;
    return `<text x="12" y="${top}" fill="#1b1b21">${escaped(row)}${required ? ' *' : ''}</text><text x="${width - 12}" y="${top}" fill="#6b6b76" text-anchor="end">${escaped(type)}</text>`;
  });
  const more = `<text x="12" y="${sizes.head + (rows.length + 0.7) * sizes.row}" fill="#6b6b76">${hidden} more</text>`;
  return `<g transform="translate(${Math.round(x)},${Math.round(y)})"><rect width="${width}" height="${height}" rx="8" fill="#fff" stroke="#e2e2e7"/><rect width="4" height="${height}" rx="2" fill="${heads[kind]}"/><text x="12" y="23" font-weight="650" font-size="13" fill="#1b1b21">${escaped(name)}</text>${lines.join('')}${hidden > 0 ? more : ''}</g>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
