import { type MarkedToken, type Token, type Tokens, lexer } from 'marked';
import { Fragment, type ReactNode } from 'react';

import { safeLink } from '../form/links.js';

/**
 * Markdown as React elements. No HTML is made from the text, so nothing in it can run: tags are shown as text, and links
 * lead to safe addresses only.
 */
export function MarkdownPreview({ text }: { readonly text: string }) {
  return (
    <div className="prose">
      {text.trim() === '' ? <p className="muted">Nothing to preview.</p> : render(lexer(text))}
    </div>
  );
}

function render(tokens: readonly Token[] | undefined): ReactNode {
  return (tokens ?? []).map((token, index) => (
    // The tokens of a text have no names; a change renders all of them anew.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{element(token)}</Fragment>
  ));
}

const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

function element(given: Token): ReactNode {
  // The parser has no extension, so it makes no tokens but its own.
  const token = given as MarkedToken;
  switch (token.type) {
    case 'heading': {
      // The page has headings of its own, so those of the text are smaller.
      const Heading = HEADINGS[token.depth - 1] ?? 'h6';
      return <Heading>{render(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{render(token.tokens)}</p>;
    case 'strong':
      return <strong>{render(token.tokens)}</strong>;
    case 'em':
      return <em>{render(token.tokens)}</em>;
    case 'del':
      return <del>{render(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{render(token.tokens)}</blockquote>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'list':
      return list(token);
    case 'link':
      return link(token);
    case 'image': {
      const { href, text } = token;
      const source = safeLink(href);
      return source === undefined ? text : <img src={source} alt={text} />;
    }
    case 'table':
      return table(token);
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? render(token.tokens) : token.text;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const entries = items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <li key={index}>{render(item.tokens)}</li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{entries}</ol> : <ul>{entries}</ul>;
}

function link({ href, tokens }: Tokens.Link): ReactNode {
  const address = safeLink(href);
  if (address === undefined) return render(tokens);
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {render(tokens)}
    </a>
  );
}

function table({ header, rows }: Tokens.Table): ReactNode {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <Cell key={index}>{render(cell.tokens)}</Cell>
    ));
  return (
    <table className="table">
      <thead>
        <tr>{cells(header, 'th')}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}
