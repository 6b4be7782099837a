import { defineRoutes } from "@/lib/http/api/define-routes";
import { PictureText, PictureTextFields } from "@/lib/schemas/files";
import { textOfPicture } from "@/lib/translation/files/picture-text";

export const endpoint = defineRoutes("/account/picture-text", (route) => ({
  POST: route(
    {
      summary: "Read the text in a picture",
      access: "session",
      multipart: PictureTextFields,
      response: PictureText,
      charge: false,
    },
    ({ fields, file }) => textOfPicture(file, fields.source),
  ),
}));
