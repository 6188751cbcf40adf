const SHOWN = 20;

export function printReport({ options, events, memory, acknowledged, uncertain, documents, violations, missed }) {
  const { minutes, instances, workers, pooler, clients, seed, 'no-faults': noFaults } = options;
  const setup = [
    `${minutes} minutes`,
    `${instances} ${instances === 1 ? 'instance' : 'instances'}`,
    ...(workers > 0 ? [`${workers} workers each`] : []),
    ...(noFaults ? ['nothing disturbed'] : []),
    ...(pooler ? ['behind PgBouncer'] : []),
    `${clients} clients`,
    `seed ${seed}`,
  ];
  console.log(`\n${setup.join(', ')}\n`);
  const table = (title, counts) => {
    console.log(title);
    for (const [name, count] of Object.entries(counts))
      console.log(`  ${name.padEnd(24)} ${String(count).padStart(8)}`);
  };
  table('Disturbances', events);
  table('Acknowledged writes', acknowledged);
  table('Uncertain writes (no answer, or a 503)', uncertain);
  const quarters = memory.map((megabytes) => `${megabytes} MB`).join(', ');
  console.log(`Memory of the largest server, in each quarter of the run: ${quarters}`);
  console.log(`Documents checked           ${String(documents).padStart(8)}`);
  console.log(`\n${violations.length === 0 ? 'No invariant is broken.' : `${violations.length} violations:`}`);
  for (const violation of violations.slice(0, SHOWN)) console.log(`- ${violation}`);
  if (options.damage)
    console.log(missed.length === 0 ? '\nThe check reported each kind of damage.' : '\nNot reported:');
  for (const name of missed) console.log(`- ${name}`);
}
