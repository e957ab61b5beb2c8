/** A file, as it is described to the service that attaches it. */
export interface FileDescription {
  path: string;
  /** Stable and unsigned; read through `GET /v1/files/{url}`. */
  url: string;
  /** Of an image: where it is shown; `-icon` and `-thumb` can be appended. Null for other files. */
  image_url: string | null;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** The answer to a request to attach files: all of them, or, when any is refused, none. */
export interface AttachAnswer {
  files: FileDescription[];
  /** The files as the request names them, each with the reason. */
  refused: { given: string; message: string }[];
}
