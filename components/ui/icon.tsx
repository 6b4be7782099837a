import type { ComponentType, SVGProps } from "react";

/** A drawing of 24 × 24 units in the text's colour. Screen readers ignore it unless it has a role, name or title. */
export type IconComponent = ComponentType<SVGProps<SVGSVGElement>>;

/** An element and its attributes. A text is the outline of a path. */
type Shape =
  | string
  | readonly [tag: "circle" | "ellipse" | "line" | "path" | "polygon" | "polyline" | "rect", attributes: object];

/** Creates an icon from its shapes. */
export function createIcon(shapes: readonly Shape[]): IconComponent {
  const children = shapes.map((shape, i) => {
    const [Tag, attributes] = typeof shape === "string" ? (["path", { d: shape }] as const) : shape;
    return <Tag key={i} {...attributes} />;
  });
  return (props) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden unless its caller names it
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={isNamed(props) ? undefined : true}
      {...props}
    >
      {children}
    </svg>
  );
}

const isNamed = (props: SVGProps<SVGSVGElement>) =>
  Boolean(props.role ?? props["aria-label"] ?? props["aria-labelledby"]);
