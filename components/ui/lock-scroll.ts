let locks = 0;

/** Keeps the page from scrolling until the returned function is called; locks may overlap. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  locks++;
  if (locks === 1) {
    // The page keeps its width without its scrollbar.
    if (window.innerWidth > clientWidth) style.scrollbarGutter = "stable";
    style.overflow = "hidden";
  }
  return () => {
    locks--;
    if (locks > 0) return;
    style.overflow = "";
    style.scrollbarGutter = "";
  };
}
