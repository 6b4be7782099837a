import { FileUp } from "./icons";

/** Shown while files are dragged over the page. */
export function DropOverlay({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-canvas/85 p-6">
      <div className="flex flex-col items-center gap-3 rounded-lg border-2 border-dashed border-accent bg-surface px-12 py-14 text-center">
        <FileUp className="size-9 stroke-[1.5] text-accent" />
        <p className="text-xl font-medium">{title}</p>
        <p className="max-w-sm text-sm text-muted">{hint}</p>
      </div>
    </div>
  );
}
