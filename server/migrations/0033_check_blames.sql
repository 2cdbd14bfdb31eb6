ALTER TABLE "automation_verifications" ADD COLUMN "blame" jsonb;--> statement-breakpoint
ALTER TABLE "automation_verifications" ADD COLUMN "row_blames" jsonb;