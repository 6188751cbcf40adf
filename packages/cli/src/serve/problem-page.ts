import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import { renderDiagnostic } from '../terminal/diagnostics.js';

/** The reason why the current files cannot be served. */
export interface PageProblem {
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Whether a browser asks for a page. */
export function wantsPage(request: Request): boolean {
  return request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html');
}

/** A page that reloads itself until the problem is solved. */
export function problemPage({ message, diagnostics = [] }: PageProblem): Response {
  const lines = sortDiagnostics(diagnostics).map((diagnostic) => renderDiagnostic(diagnostic, { color: false }));
  const html = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta http-equiv="refresh" content="1">
  <title>content-gen: error</title>
  <style>
    body { margin: 3rem auto; max-width: 60rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; }
    pre { padding: 1rem; overflow-x: auto; border-left: 4px solid #c62828; background: #f6f6f6; font-size: 0.9rem; }
  </style>
  <h1>The last change is not live</h1>
  <pre>${escaped([...lines, message].join('\n\n'))}</pre>
  <p>The version before it still answers requests for data. This page reloads until the change is live.</p>
</html>
`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Cache-Control': 'no-store',
  };
  return new Response(html, { status: 500, headers });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
