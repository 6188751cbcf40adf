import { Agent, request } from 'node:http';

/** Sends GET requests from one local address, and measures each until its last byte. */
export function createCaller(port, localAddress) {
  const agent = new Agent({ keepAlive: true, localAddress });
  return (path) =>
    new Promise((done, failed) => {
      const started = performance.now();
      const encoded = encodeURI(path).replaceAll('[', '%5B').replaceAll(']', '%5D');
      const sent = request({ host: '127.0.0.1', port, path: encoded, agent }, (response) => {
        response.resume();
        response.on('end', () => done({ status: response.statusCode, ms: performance.now() - started }));
      });
      sent.on('error', failed);
      sent.end();
    });
}
