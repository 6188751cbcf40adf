// Writes documents one after the other on a few lanes and notes which of them were acknowledged.
import { appendFileSync } from 'node:fs';

const [, , base, file, count, author, ...categories] = process.argv;
const headers = { 'content-type': 'application/json', authorization: 'Bearer conformance-token-full-access' };
let next = 0;

async function lane() {
  for (let n = next++; n < Number(count); n = next++) {
    const chosen = categories.filter((_, index) => (n + index) % 2 === 0);
    const data = { title: `write ${n}`, author, categories: chosen, sections: [{ heading: `section ${n}` }] };
    const sent = { method: 'POST', headers, body: JSON.stringify({ data }) };
    const status = await fetch(`${base}/api/articles`, sent).then(
      (response) => response.status,
      () => 0,
    );
    appendFileSync(file, `${JSON.stringify({ n, status, categories: chosen })}\n`);
    // A client that is told to come back later does.
    if (status !== 201) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

await Promise.all(Array.from({ length: 4 }, lane));
