import { openConnection } from './connection.mjs';

/** A client of one server. Every run has new connections, because servers close those that rest for some seconds. */
export function clientOf(port) {
  return {
    ask: (asked) => ask(port, asked),
    async load(scenario, options) {
      const connections = await Promise.all(Array.from({ length: scenario.connections }, () => openConnection(port)));
      try {
        return await load(connections, scenario, options);
      } finally {
        for (const connection of connections) connection.close();
      }
    },
  };
}

/** Sends requests for a while over each connection, and waits for the last answers. Their time counts too. */
async function load(connections, { request }, { seconds, from }) {
  let [sent, answered, refused, finished] = [from, 0, 0, 0];
  const began = performance.now();
  const use = async (connection) => {
    while (performance.now() - began < seconds * 1000) {
      const status = await connection.send(request(sent++));
      if (status < 300) answered++;
      else refused++;
    }
    finished = performance.now();
  };
  await Promise.all(connections.map(use));
  return { sent, answered, refused, perSecond: (answered * 1000) / (finished - began) };
}

async function ask(port, { method = 'GET', path, body, type = 'application/json' }) {
  const headers = body === undefined ? {} : { 'content-type': type };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) });
  return { status: response.status, text: await response.text() };
}
