import { Agent, request } from 'node:http';

/** A client of one server. Every run has new connections, because servers close those that rest for some seconds. */
export function clientOf(port) {
  return {
    ask: (asked) => send(false, port, asked),
    async load(scenario, options) {
      const agent = new Agent({ keepAlive: true });
      try {
        return await load(agent, port, scenario, options);
      } finally {
        agent.destroy();
      }
    },
  };
}

/** Sends requests for a while over each connection, and waits for the last answers. Their time counts too. */
async function load(agent, port, { connections, request: requestOf }, { seconds, from }) {
  let [sent, answered, refused, finished] = [from, 0, 0, 0];
  const began = performance.now();
  const connection = async () => {
    while (performance.now() - began < seconds * 1000) {
      const { status } = await send(agent, port, requestOf(sent++), false);
      if (status < 300) answered++;
      else refused++;
    }
    finished = performance.now();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return { sent, answered, refused, perSecond: (answered * 1000) / (finished - began) };
}

function send(agent, port, { method = 'GET', path, body = '', type = 'application/json' }, isRead = true) {
  const headers = body === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => isRead && chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject).end(body);
  });
}
