import { type Content, type Mail, type MailSender, isDevelopment } from '../content/index.js';

/** The mail sender of a project: the project's own, the server that `SMTP_URL` names, or in development the console. */
export function senderOf(content: Content): MailSender {
  if (content.mail !== undefined) return content.mail;
  const url = process.env['SMTP_URL'];
  if (url !== undefined && url !== '') return smtpSender(url);
  return isDevelopment() ? printMail : noSender;
}

/** Sends mails over the SMTP server of a URL: `smtps://user:password@mail.example.com`. */
export function smtpSender(url: string): MailSender {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(url);
    try {
      await transport.sendMail(mail);
    } finally {
      transport.close();
    }
  };
}

/** For development: the terminal shows the mail with the link, on stderr, because programs read stdout. */
async function printMail({ to, subject, text }: Mail): Promise<void> {
  process.stderr.write(`\nMail to ${to}: ${subject}\n${text}\n\n`);
}

/** Links that sign users in must not be logged. */
async function noSender({ subject }: Mail): Promise<void> {
  throw new Error(`The mail "${subject}" cannot be sent: set SMTP_URL, or give createContent a mail sender`);
}
