/** The `upload` section of the settings. Whatever is left out is as in `defaultUpload`. */
export interface UploadSettings {
  readonly storage?: LocalStorageSettings | S3StorageSettings;
  /** How large a file may be, in bytes. */
  readonly sizeLimit?: number;
  /** How large a request may be, in bytes: several files come in one. */
  readonly requestSizeLimit?: number;
  /** What files may be: `image/png`, `image/*`. */
  readonly allowedTypes?: readonly string[];
  /** What they may not be, whatever is allowed. */
  readonly deniedTypes?: readonly string[];
  /** Sizes that images are made smaller to, by the name of the format; `thumbnail` is always made. */
  readonly breakpoints?: Readonly<Record<string, number>>;
  /** Whether images are encoded anew, smaller and without hidden data, before they are stored. */
  readonly optimize?: boolean;
}

export interface LocalStorageSettings {
  readonly provider: 'local';
  /** Relative to the folder the server is started in. */
  readonly folder?: string;
}

/** Keys come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; they belong in no file. */
export interface S3StorageSettings {
  readonly provider: 's3';
  readonly bucket: string;
  readonly region?: string;
  /** Of a service other than Amazon's: `https://s3.example.com`. The bucket is then part of the path. */
  readonly endpoint?: string;
  /** Put in front of every key. */
  readonly prefix?: string;
  /** Where the public reads the bucket. Without it files are reached through this server, which signs a link for each. */
  readonly baseUrl?: string;
}

export const defaultUpload: Required<UploadSettings> = {
  storage: { provider: 'local' },
  sizeLimit: 200 * 1024 * 1024,
  requestSizeLimit: 1024 * 1024 * 1024,
  allowedTypes: [
    'image/*',
    'video/*',
    'audio/*',
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.*',
    'text/plain',
    'text/csv',
  ],
  deniedTypes: [
    'application/vnd.microsoft.portable-executable',
    'application/x-msdownload',
    'application/x-msdos-program',
    'application/x-executable',
    'application/x-dosexec',
    'application/x-sh',
    'text/x-shellscript',
    'application/x-mach-binary',
  ],
  breakpoints: { large: 1000, medium: 750, small: 500 },
  optimize: true,
};
