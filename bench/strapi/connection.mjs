import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/**
 * A connection that sends one request after the other. It reads of an answer only what tells its status and its end: the
 * client shares the processor with both servers, so that what it costs makes the faster one look slower.
 */
export async function openConnection(port) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay();
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let [answer, waiting] = [undefined, undefined];
  const fail = (error) => waiting?.reject(error);
  socket.on('error', fail).on('close', () => fail(new Error('The server has closed the connection')));
  socket.on('data', (chunk) => {
    answer = answer === undefined ? begun(chunk) : continued(answer, chunk);
    if (!isWhole(answer)) return;
    const [{ status }, { resolve }] = [answer, waiting];
    [answer, waiting] = [undefined, undefined];
    resolve(status);
  });
  return {
    /** The status of the answer. */
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(requestText(request));
        if (request.body !== undefined) socket.write(request.body);
      }),
    close: () => {
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}

function requestText({ method = 'GET', path, body, type = 'application/json' }) {
  const content = body === undefined ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n${content}\r\n`;
}

/** `missing`: the bytes of the body that have not come; absent while the end is known by its last chunk. */
function begun(chunk) {
  const end = chunk.indexOf(HEAD_END);
  // Until the head is whole, nothing is known.
  if (end === -1) return { head: chunk };
  const head = chunk.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const body = chunk.length - end - HEAD_END.length;
  if (length !== undefined) return { status, missing: Number(length) - body };
  return { status, tail: chunk.subarray(-LAST_CHUNK.length) };
}

function continued(answer, chunk) {
  if (answer.head !== undefined) return begun(Buffer.concat([answer.head, chunk]));
  if (answer.missing !== undefined) return { ...answer, missing: answer.missing - chunk.length };
  const tail = chunk.length >= LAST_CHUNK.length ? chunk : Buffer.concat([answer.tail, chunk]);
  return { ...answer, tail: tail.subarray(-LAST_CHUNK.length) };
}

function isWhole({ missing, tail }) {
  return missing === undefined ? tail?.toString('latin1') === LAST_CHUNK : missing <= 0;
}
