import "./node-version.mjs";
import { buildApplication } from "./build.mjs";
import { bundlePrograms } from "./bundle.mjs";
import { markImage } from "./image.mjs";

/** A step of deploy/Dockerfile: builds the application into the image, so that starts neither install nor build. */
await buildApplication();
await bundlePrograms();
markImage();
