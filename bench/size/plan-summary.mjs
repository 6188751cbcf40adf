/** The scans and sorts of a plan with their number of rows, without the parts that did not run. */
export function summaryOf(explained) {
  const [{ Plan: root }] = typeof explained === 'string' ? JSON.parse(explained) : explained;
  const found = nodesIn(root)
    .filter((node) => node['Actual Loops'] > 0)
    .filter((node) => /Scan|Sort/.test(node['Node Type']) && !/^(CTE|Subquery|Function)/.test(node['Node Type']))
    .map((node) => {
      const on = node['Index Name'] ?? node['Relation Name'];
      return `${node['Node Type']}${on === undefined ? '' : ` ${on}`} ${rowsOf(node)}`;
    });
  return [...new Set(found)].join(', ');
}

/** The rows that a node has read: for a scan also those that its filter removed. */
function rowsOf(node) {
  const input = /Sort/.test(node['Node Type']) ? node.Plans[0] : node;
  const removed = input['Rows Removed by Filter'] ?? 0;
  return Math.round((input['Actual Rows'] + removed) * input['Actual Loops']);
}

export function nodesIn(node) {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)];
}
