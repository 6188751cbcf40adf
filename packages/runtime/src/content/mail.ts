/** A mail of the API: a confirmation, or a new password. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail, or throws. */
export type MailSender = (mail: Mail) => Promise<void>;
