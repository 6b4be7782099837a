import { errorOfAnswer, errorOfSilence } from "./api-error";

/** Sends a form and reports upload progress, which fetch cannot. */
export function sendForm<Answer>(
  method: "POST" | "PUT",
  path: string,
  body: FormData,
  options: { readonly key?: string; readonly onProgress?: (percent: number) => void } = {},
): { readonly done: Promise<Answer>; readonly abort: () => void } {
  const request = new XMLHttpRequest();
  const done = new Promise<Answer>((resolve, reject) => {
    request.open(method, `/api/v1${path}`);
    if (options.key) request.setRequestHeader("Idempotency-Key", options.key);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total > 0 ? (loaded / total) * 100 : 0);
    request.onload = () => {
      if (request.status < 400) resolve(request.response as Answer);
      else reject(errorOfAnswer(request.status, request.response, request.getResponseHeader("x-request-id")));
    };
    request.onerror = () => reject(errorOfSilence());
    request.onabort = () => reject(errorOfSilence());
    request.send(body);
  });
  return { done, abort: () => request.abort() };
}
