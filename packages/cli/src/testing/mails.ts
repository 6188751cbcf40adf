import { setTimeout as sleep } from 'node:timers/promises';

import type { Mail, MailSender } from '@content-gen/runtime';

/** A mail that the project has sent during a test. */
export interface SentMail extends Mail {
  /** The addresses in its text, in their order. */
  readonly links: readonly string[];
}

/** The mails that a project has sent during a test. */
export interface TestMails {
  /** The oldest first. */
  readonly all: readonly SentMail[];
  /** The last mail to an address. Waits for one, because some answers do not wait for their mail. */
  last(to: string): Promise<SentMail>;
  clear(): void;
}

/** Less than the time that test runners give a test, so that the message says what is missing. */
const PATIENCE_MS = 4_000;

export function collectMails(): { readonly mails: TestMails; readonly send: MailSender } {
  const all: SentMail[] = [];
  const find = (to: string) => all.findLast((mail) => mail.to.toLowerCase() === to.toLowerCase());
  const last = async (to: string) => {
    for (const began = performance.now(); performance.now() - began < PATIENCE_MS; await sleep(5)) {
      const found = find(to);
      if (found !== undefined) return found;
    }
    const others = [...new Set(all.map((mail) => mail.to))].join(', ');
    throw new Error(
      `No mail was sent to ${to}. ${others === '' ? 'There are no mails' : `There are mails to ${others}`}.`,
    );
  };
  return {
    mails: { all, last, clear: () => void all.splice(0) },
    send: async (mail) => void all.push({ ...mail, links: linksIn(mail.text) }),
  };
}

function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([link]) => link.replace(/[.,;:!?)\]]+$/, ''));
}
