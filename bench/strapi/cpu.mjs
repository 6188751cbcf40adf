import { readFileSync, readdirSync } from 'node:fs';

/**
 * The seconds of processor time that a process and its descendants used, the ended ones included. The system counts in
 * steps of 10 ms. Only Linux tells it.
 */
export function cpuSeconds(root) {
  if (process.platform !== 'linux') return Number.NaN;
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? read(Number(name)) : []));
  const members = new Set([root]);
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const { pid, parent } of processes) if (members.has(parent)) members.add(pid);
  }
  return processes.filter(({ pid }) => members.has(pid)).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The process that the connections of a PostgreSQL descend from. */
export async function postmasterOf(sql) {
  const [{ pid }] = await sql`select split_part(pg_read_file('postmaster.pid'), e'\n', 1)::int as pid`;
  return pid;
}

function read(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since the folder was read; its parent has its time.
    return [];
  }
  // After the name in parentheses: the parent is field 4; utime, stime, cutime and cstime are the fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
  return [{ pid, parent: Number(fields[1]), seconds: ticks / 100 }];
}
