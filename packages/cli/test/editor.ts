/** What an editor shows in a file of a fixture: the language service of TypeScript 5.9, and the server of TypeScript 7. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { ts } from 'ts-morph';

const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url));
/** The file is never written. */
const file = join(fixtures, 'desk/src/in-editor.ts');

export interface Editor {
  /** Types `text` in place of what the file has. */
  show(text: string): void;
  /** The completions at `offset`, without quotes and marks; those of the whole program count as none. */
  complete(offset: number): Promise<readonly string[]>;
  /** The type that hovering over `offset` shows, with single spaces. */
  hover(offset: number): Promise<string>;
  /** The errors by line, as `3: message`. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const inProgram = 'globalThis';

function namesOf(labels: readonly string[]): readonly string[] {
  if (labels.includes(inProgram)) return [];
  return labels.map((label) => label.replace(/\?$/, '').replace(/^"(.*)"$/, '$1')).sort();
}

/** TypeScript 5.9 is there for the generators of clients, which the tests run. */
export function openService(): Editor {
  const tsc: typeof ts = createRequire(new URL('client-generators/package.json', import.meta.url))('typescript');
  const { config } = tsc.readConfigFile(join(fixtures, 'tsconfig.json'), tsc.sys.readFile);
  const { options } = tsc.parseJsonConfigFileContent(config, tsc.sys, fixtures);
  let version = 0;
  let content = '';
  const readFile = (path: string) => (path === file ? content : tsc.sys.readFile(path));
  const service = tsc.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? `${version}` : ''),
    getScriptSnapshot: (path) => {
      const text = readFile(path);
      return text === undefined ? undefined : tsc.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => ({ ...options, incremental: false }),
    getCurrentDirectory: () => fixtures,
    getDefaultLibFileName: (given) => tsc.getDefaultLibFilePath(given),
    directoryExists: (path) => tsc.sys.directoryExists(path),
    fileExists: (path) => path === file || tsc.sys.fileExists(path),
    readFile,
  });
  return {
    show(text) {
      content = text;
      version++;
    },
    complete: (offset) => {
      const entries = service.getCompletionsAtPosition(file, offset, undefined)?.entries ?? [];
      return Promise.resolve(namesOf(entries.map(({ name }) => name)));
    },
    hover: (offset) => {
      const info = service.getQuickInfoAtPosition(file, offset);
      return Promise.resolve(inOneLine(info?.displayParts?.map(({ text }) => text).join('') ?? ''));
    },
    errors: () => {
      const found = service.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => {
        return `${lineOf(content, start)}: ${tsc.flattenDiagnosticMessageText(messageText, '\n')}`;
      });
      return Promise.resolve(found);
    },
    close: () => Promise.resolve(service.dispose()),
  };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

interface Items {
  readonly items: readonly { readonly label: string }[];
}
/** In Markdown. */
interface Shown {
  readonly contents: { readonly value: string };
}
interface Diagnostics {
  readonly items: readonly {
    readonly message: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

/** TypeScript 7 has no API, but speaks the protocol of editors. */
export async function openServer(): Promise<Editor> {
  const program = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const { ask, tell, close } = connect(spawn(process.execPath, [program, '--lsp', '--stdio']));
  await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(fixtures).href, capabilities: {} });
  tell('initialized', {});
  const uri = pathToFileURL(file).href;
  let version = 0;
  let content = '';
  return {
    show(text) {
      version++;
      content = text;
      const opened = { uri, languageId: 'typescript', version, text };
      if (version === 1) tell('textDocument/didOpen', { textDocument: opened });
      else tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
    },
    async complete(offset) {
      const position = positionOf(content, offset);
      const found = await ask<Items | null>('textDocument/completion', { textDocument: { uri }, position });
      return namesOf(found?.items.map(({ label }) => label) ?? []);
    },
    async hover(offset) {
      const position = positionOf(content, offset);
      const found = await ask<Shown | null>('textDocument/hover', { textDocument: { uri }, position });
      return inOneLine(found?.contents.value.replace(/^```\w+\n|\n```[\s\S]*$/g, '') ?? '');
    },
    async errors() {
      const { items } = await ask<Diagnostics>('textDocument/diagnostic', { textDocument: { uri } });
      return items.map(({ message, range }) => `${range.start.line + 1}: ${message}`);
    },
    close,
  };
}

/** Messages of JSON-RPC, with their length in front. */
function connect(server: ReturnType<typeof spawn>) {
  const waiting = new Map<number, (result: unknown) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const take = (text: string) => {
    const message: { id?: number; method?: string; result?: unknown } = JSON.parse(text);
    // A request of the server, such as one for settings, which it can do without.
    if (message.method !== undefined && message.id !== undefined) return send({ id: message.id, result: null });
    if (message.id !== undefined) waiting.get(message.id)?.(message.result);
  };
  server.stdout?.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(received.toString('latin1'));
      const end = head === null ? Infinity : head[0].length + Number(head[1]);
      if (head === null || received.length < end) return;
      const text = received.subarray(head[0].length, end).toString();
      received = received.subarray(end);
      take(text);
    }
  });
  const ask = <T>(method: string, params: object) =>
    new Promise<T>((resolve) => {
      last++;
      // The caller names the type that the protocol gives the result.
      waiting.set(last, (result) => resolve(result as T));
      send({ id: last, method, params });
    });
  const closed = new Promise<void>((resolve) => server.on('close', () => resolve()));
  const close = async () => {
    server.stdin?.end();
    server.kill();
    await closed;
  };
  return { ask, tell: (method: string, params: object) => send({ method, params }), close };
}
